import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { targetOf } from '../../rows/list-box.tsx'
import { useVirtualRows } from '../../rows/virtual-rows.ts'
import '../../rows/rows.css'

/** Height of a row in pixels; the same number is in rows.css. */
const ROW_HEIGHT = 52
/** Placeholder rows before the first answer. */
const PENDING_ROWS = 6

type Props<T> = {
  id: string
  label: string
  /** Rows in the whole list; undefined while that is not known. */
  total: number | undefined
  itemAt: (index: number) => T | undefined
  /** The two lines of a row. */
  children: (item: T) => ComponentChildren
  isSelected: (item: T) => boolean
  onOpen: (item: T) => void
  /** Told which rows are in view. */
  onView?: ((from: number, to: number) => void) | undefined
  /** Changes when another list is shown, which is then seen from its top. */
  begun?: number
}

/** Rows of two lines as one listbox: arrow keys move, Enter opens, only what is in view is drawn. */
export function RowList<T>({ id, label, total, itemAt, children, isSelected, onOpen, onView, begun = 0 }: Props<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const active = useSignal(0)
  const count = total ?? PENDING_ROWS
  const { rows, height, scrollTo, scrollToTop } = useVirtualRows(count, ROW_HEIGHT, scroller)
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0]

  useEffect(() => {
    if (total !== undefined && total > 0) onView?.(first, last)
  }, [total, first, last, begun])
  useEffect(() => {
    active.value = 0
    scrollToTop()
  }, [begun])

  const open = (index: number) => {
    const item = itemAt(index)
    active.value = index
    if (item) onOpen(item)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return open(active.value)
    }
    const target = targetOf(event.key, active.value, count)
    if (target === undefined) return
    event.preventDefault()
    active.value = target
    scrollTo(target)
  }

  return (
    <div
      ref={scroller}
      class="rows"
      role="listbox"
      id={id}
      aria-label={label}
      aria-busy={total === undefined}
      aria-activedescendant={total ? `${id}-${active.value}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div class="rows-space" role="presentation" style={{ height: `${height}px` }}>
        {rows.map(({ key, index, start }) => {
          const item = itemAt(index)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it takes the keys for all rows
            <div
              key={key}
              id={`${id}-${index}`}
              class={`row${index === active.value ? ' active' : ''}`}
              role="option"
              aria-selected={item !== undefined && isSelected(item)}
              aria-posinset={index + 1}
              aria-setsize={total ?? -1}
              tabIndex={-1}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => open(index)}
            >
              {item === undefined ? <PendingRow /> : children(item)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function PendingRow() {
  return (
    <>
      <div class="row-line">
        <Skeleton chars={24} />
        <Skeleton chars={8} />
      </div>
      <div class="row-line">
        <Skeleton chars={20} />
      </div>
    </>
  )
}
