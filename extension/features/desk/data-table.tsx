import type { Signal } from '@preact/signals'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { useMovedRows } from '../rows/moved-rows.ts'
import type { Pages } from '../rows/pages.ts'
import { useVirtualRows } from '../rows/virtual-rows.ts'
import type { Sort } from './address.ts'
import { isSelected, type Selection } from './selection.ts'
import { TableHead } from './table-head.tsx'
import type { TableSpec } from './tables/table-spec.ts'
import type { Shown } from './use-layout.ts'
import './data-table.css'

/** Rows drawn without words until the first answer arrives. */
const PENDING_ROWS = 12
/** Height of the head, pixels; data-table.css has the same. */
const HEAD = 32
const CHECK_WIDTH = 36

type Props<Item> = {
  spec: TableSpec<Item>
  pages: Pages<Item>
  shown: Shown<Item>
  sort: Sort
  onSort: (sort: Sort) => void
  onResize: (id: string, width: number) => void
  /** The active row, which the keys move. */
  active: Signal<number>
  /** Undefined if there are no actions for several rows. */
  selection: Selection | undefined
  /** A click on a row's box; with Shift, every row from the last one clicked to this one. */
  onSelect: (index: number, withRange: boolean) => void
  onSelectAll: () => void
  /** Id of the row in the detail. */
  open: string | undefined
  onOpen: (index: number) => void
}

/** A table of any length: only rows in view are drawn, and fetched as they come into view. */
export function DataTable<Item>(props: Props<Item>) {
  const { spec, pages, shown, active, selection } = props
  // The same functions on every drawing, so that a row is redrawn only after a change.
  const latest = useRef(props)
  latest.current = props
  const onSelect = useCallback((index: number, withRange: boolean) => latest.current.onSelect(index, withRange), [])
  const onOpen = useCallback((index: number) => latest.current.onOpen(index), [])
  const scroller = useRef<HTMLDivElement>(null)
  const total = pages.total.value
  const begun = pages.begun.value
  const items = pages.items.value
  const count = total ?? PENDING_ROWS
  const { rows, placeOf, height, scrollTo, scrollToTop } = useVirtualRows(count, spec.rowHeight, scroller, HEAD)
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0]

  const keyAt = (index: number) => {
    const item = items.get(index)
    return item === undefined ? undefined : spec.idOf(item)
  }
  const followed = useMovedRows({ scroller, begun, total, drawn: rows, keyAt, active, rowHeight: spec.rowHeight })

  useEffect(() => {
    if (total) void pages.need(first, Math.min(last, total - 1))
  }, [total, first, last, begun, pages])
  useLayoutEffect(() => {
    active.value = 0
    scrollToTop()
  }, [begun])
  // Keys elsewhere on the page move the active row, too. One that followed its item may stay out of view.
  useEffect(() => {
    if (active.value !== followed.current) scrollTo(active.value)
    followed.current = undefined
  }, [active.value])

  const checks = selection ? [`${CHECK_WIDTH}px`] : []
  const tracks = shown.columns.map(({ grows }, at) => {
    const pixels = `${shown.widths[at] ?? 0}px`
    return grows ? `minmax(${pixels}, 1fr)` : pixels
  })
  // Without a column that takes the remaining width, an empty track does.
  const rest = shown.columns.some(({ grows }) => grows) ? [] : ['minmax(0, 1fr)']
  const columns = [...checks, ...tracks, ...rest].join(' ')
  const width = shown.widths.reduce((sum, one) => sum + one, selection ? CHECK_WIDTH : 0)
  return (
    <div ref={scroller} class="table" style={{ '--columns': columns }}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the rows of this table can be selected
        role="grid"
        id={`table-${spec.id}`}
        aria-label={t(spec.label)}
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-multiselectable={selection !== undefined}
        aria-busy={total === undefined || pages.isBeginning.value}
        aria-activedescendant={items.has(active.value) ? `row-${active.value}` : undefined}
        tabIndex={0}
        style={{ minWidth: `${width}px` }}
      >
        <TableHead
          shown={shown}
          sort={props.sort}
          onSort={props.onSort}
          onResize={props.onResize}
          allSelected={selection === undefined ? undefined : selection.all && selection.except.size === 0}
          onSelectAll={props.onSelectAll}
        />
        <tbody style={{ height: `${height - HEAD}px` }}>
          {rows
            .toSorted((a, b) => placeOf(a.index) - placeOf(b.index))
            .map(row => {
              const item = items.get(row.index)
              const id = keyAt(row.index)
              return (
                <Row
                  key={placeOf(row.index)}
                  spec={spec}
                  shown={shown}
                  item={item}
                  index={row.index}
                  top={row.start - HEAD}
                  isActive={row.index === active.value}
                  isOpen={id !== undefined && id === props.open}
                  selected={id === undefined || !selection ? undefined : isSelected(selection, id)}
                  hasCheck={selection !== undefined}
                  onSelect={onSelect}
                  onOpen={onOpen}
                />
              )
            })}
        </tbody>
      </table>
    </div>
  )
}

type RowProps<Item> = Pick<Props<Item>, 'spec' | 'shown' | 'onSelect' | 'onOpen'> & {
  item: Item | undefined
  index: number
  top: number
  isActive: boolean
  isOpen: boolean
  selected: boolean | undefined
  hasCheck: boolean
}

function Row<Item>({ spec, shown, item, index, top, isActive, isOpen, selected, hasCheck, ...on }: RowProps<Item>) {
  const classes = [
    ...(isActive ? ['active'] : []),
    ...(isOpen ? ['open'] : []),
    ...(item === undefined ? ['pending'] : spec.isUnread(item) ? ['unread'] : []),
  ]
  return (
    <tr
      id={`row-${index}`}
      class={classes.join(' ')}
      aria-rowindex={index + 2}
      aria-selected={selected ?? isOpen}
      data-id={item === undefined ? undefined : spec.idOf(item)}
      tabIndex={-1}
      style={{ top: `${top}px`, height: `${spec.rowHeight}px` }}
      onClick={event => {
        if (event.shiftKey && hasCheck) on.onSelect(index, true)
        else if ((event.ctrlKey || event.metaKey) && hasCheck) on.onSelect(index, false)
        else on.onOpen(index)
      }}
    >
      {hasCheck && (
        <td class="cell cell-check">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t('select-row')}
            checked={selected === true}
            disabled={item === undefined}
            onClick={event => {
              event.stopPropagation()
              on.onSelect(index, event.shiftKey)
            }}
          />
        </td>
      )}
      {shown.columns.map(column => (
        <td key={column.id} class={`cell${column.isNumeric ? ' cell-number' : ''}`}>
          {item === undefined ? '' : column.cell(item)}
        </td>
      ))}
    </tr>
  )
}
