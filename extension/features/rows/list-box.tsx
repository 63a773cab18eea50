import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMovedRows } from './moved-rows.ts'
import { useVirtualRows } from './virtual-rows.ts'
import './rows.css'

/** Height of a row in pixels; the same number is in rows.css. */
const ROW_HEIGHT = 52
/** Rows that Page Up and Page Down skip. */
const STRIDE = 10
/** Placeholder rows before the first answer. */
const PENDING_ROWS = 12

type Props<Item> = {
  /** Id of the listbox; rows have the ids `<id>-<index>`. */
  id: string
  /** Accessible name. */
  label: string
  /** Rows in the whole list; undefined while that is not known. */
  total: number | undefined
  /** Whether the rows are those of another list than the one that was asked for. */
  isBeginning?: boolean
  itemAt: (index: number) => Item | undefined
  /** Identifies an item when the list is loaded again, and in tests. */
  keyOf: (item: Item) => string
  /** Draws a row: two lines (`row-line`). */
  children: (item: Item) => ComponentChildren
  isSelected: (item: Item) => boolean
  isUnread?: (item: Item) => boolean
  onOpen: (item: Item) => void
  /** Called with the first and last row in view. */
  onView?: (from: number, to: number) => void
  /** Changes with the list; the view then scrolls to its top. */
  begun?: number
}

/** Rows as one listbox: arrow keys move, Enter opens; only rows in view are drawn. */
export function ListBox<Item>(props: Props<Item>) {
  const { id, label, total, isBeginning = false, itemAt, onOpen, onView, begun = 0, ...looks } = props
  const scroller = useRef<HTMLDivElement>(null)
  const active = useSignal(0)
  const count = total ?? PENDING_ROWS
  const { rows, height, scrollTo, scrollToTop } = useVirtualRows(count, ROW_HEIGHT, scroller)
  const keyAt = (index: number) => {
    const item = itemAt(index)
    return item === undefined ? undefined : looks.keyOf(item)
  }
  useMovedRows({ scroller, begun, total, drawn: rows, keyAt, active, rowHeight: ROW_HEIGHT })
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0]
  // The active row may be scrolled out of the drawn ones.
  const isActiveDrawn = rows.some(({ index }) => index === active.value && itemAt(index) !== undefined)

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
    if (item !== undefined) onOpen(item)
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
      aria-busy={total === undefined || isBeginning}
      aria-activedescendant={isActiveDrawn ? `${id}-${active.value}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div class="rows-space" role="presentation" style={{ height: `${height}px` }}>
        {rows.map(row => (
          <Row
            key={row.key}
            {...looks}
            id={`${id}-${row.index}`}
            index={row.index}
            top={row.start}
            count={total}
            item={itemAt(row.index)}
            active={row.index === active.value}
            onOpen={open}
          />
        ))}
      </div>
    </div>
  )
}

type RowProps<Item> = Pick<Props<Item>, 'id' | 'children' | 'isSelected' | 'isUnread' | 'keyOf'> & {
  index: number
  /** Distance from the top of the list in pixels. */
  top: number
  /** Rows in the whole list; undefined while that is not known. */
  count: number | undefined
  item: Item | undefined
  active: boolean
  onOpen: (index: number) => void
}

function Row<Item>({ id, index, top, count, item, active, onOpen, ...looks }: RowProps<Item>) {
  const place = {
    style: { transform: `translateY(${top}px)` },
    'aria-posinset': index + 1,
    'aria-setsize': count ?? -1,
  }
  if (item === undefined) {
    return (
      <div class="row" role="option" aria-label={t('row-loading')} aria-selected={false} tabIndex={-1} {...place}>
        <div class="row-line">
          <Skeleton chars={24} />
          <Skeleton chars={8} />
        </div>
        <div class="row-line">
          <Skeleton chars={20} />
        </div>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys for all rows
    <div
      id={id}
      class={`row${active ? ' active' : ''}${looks.isUnread?.(item) ? ' unread' : ''}`}
      role="option"
      aria-selected={looks.isSelected(item)}
      tabIndex={-1}
      data-testid={looks.keyOf(item)}
      onClick={() => onOpen(index)}
      {...place}
    >
      {looks.children(item)}
    </div>
  )
}

/** The row to which a key moves; undefined for a key that does not move. */
function targetOf(key: string, from: number, count: number): number | undefined {
  const last = Math.max(0, count - 1)
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, from + 1)
    case 'ArrowUp':
      return Math.max(0, from - 1)
    case 'PageDown':
      return Math.min(last, from + STRIDE)
    case 'PageUp':
      return Math.max(0, from - STRIDE)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
