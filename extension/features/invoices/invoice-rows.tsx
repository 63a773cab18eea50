import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { InvoiceRow } from './invoice-row.tsx'
import type { InvoiceList } from './list-model.ts'
import { useVirtualRows } from './virtual-rows.ts'

/** Height of a row in pixels; the same number is in invoices.css. */
const ROW_HEIGHT = 52
/** Rows that Page Up and Page Down pass. */
const STRIDE = 10
/** Placeholder rows before the first answer. */
const PENDING_ROWS = 12

type Props = {
  list: InvoiceList
  /** Names of the own companies, to be shown where the list is of all of them. */
  ownNames: ReadonlyMap<string, string> | undefined
  selected: string | undefined
  onSelect: (id: string) => void
}

/** The rows as one listbox: arrow keys move, Enter opens, only what is in view is drawn. */
export function InvoiceRows({ list, ownNames, selected, onSelect }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const active = useSignal(0)
  const total = list.total.value
  const count = total ?? PENDING_ROWS
  const { rows, height, scrollTo, scrollToTop } = useVirtualRows(count, ROW_HEIGHT, scroller)
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0]

  useEffect(() => {
    if (total !== undefined) void list.need(first, last)
  }, [list, total, first, last])

  // New documents come in at the top: what is in view keeps its place while the same query is loaded again.
  const answered = list.answered.value
  const before = useRef({ total, answered })
  useLayoutEffect(() => {
    const grown = (total ?? 0) - (before.current.total ?? 0)
    const same = before.current.answered === answered
    before.current = { total, answered }
    if (!same || grown === 0 || !scroller.current || scroller.current.scrollTop === 0) return
    scroller.current.scrollTop += grown * ROW_HEIGHT
    active.value = Math.max(0, active.value + grown)
  }, [total, answered, active])

  useEffect(() => {
    active.value = 0
    if (answered > 0) scrollToTop()
  }, [answered])

  const open = (index: number) => {
    const item = list.items.value.get(index)
    active.value = index
    if (item) onSelect(item.id)
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
      id="invoice-list"
      aria-label={t('invoices')}
      aria-busy={total === undefined}
      aria-activedescendant={total ? `invoice-row-${active.value}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div class="rows-space" role="presentation" style={{ height: `${height}px` }}>
        {rows.map(row => (
          <InvoiceRow
            key={row.key}
            index={row.index}
            top={row.start}
            count={total}
            item={list.items.value.get(row.index)}
            ownNames={ownNames}
            active={row.index === active.value}
            selected={selected}
            onOpen={open}
          />
        ))}
      </div>
    </div>
  )
}

/** Where a key leads from a row of a list; undefined for a key that moves nothing. */
export function targetOf(key: string, from: number, count: number): number | undefined {
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
