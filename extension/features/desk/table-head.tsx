import { t } from '../../locales/locale.ts'
import type { Sort } from './address.ts'
import type { Column } from './tables/table-spec.ts'
import type { Shown } from './use-layout.ts'

/** The change of a column's width per key press, pixels. */
const STEP = 16

type Props<Item> = {
  shown: Shown<Item>
  sort: Sort
  onSort: (sort: Sort) => void
  onResize: (id: string, width: number) => void
  /** Whether all rows are selected; undefined if rows cannot be selected. */
  allSelected: boolean | undefined
  onSelectAll: () => void
}

/** The heads of the columns: a click sorts, dragging the edge or Shift with an arrow changes the width. */
export function TableHead<Item>({ shown, sort, onSort, onResize, allSelected, onSelectAll }: Props<Item>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {allSelected !== undefined && (
          <th scope="col" class="cell cell-check">
            <input
              type="checkbox"
              aria-label={t('select-all')}
              checked={allSelected}
              onClick={onSelectAll}
              tabIndex={-1}
            />
          </th>
        )}
        {shown.columns.map((column, at) => (
          <HeadCell
            key={column.id}
            column={column}
            width={shown.widths[at] ?? column.width}
            sort={sort.by === column.id ? sort : undefined}
            onSort={onSort}
            onResize={onResize}
          />
        ))}
      </tr>
    </thead>
  )
}

type CellProps<Item> = Pick<Props<Item>, 'onSort' | 'onResize'> & {
  column: Column<Item>
  width: number
  sort: Sort | undefined
}

function HeadCell<Item>({ column, width, sort, onSort, onResize }: CellProps<Item>) {
  const { id, label, canSort, isNumeric } = column
  const name = t(label)
  return (
    <th
      scope="col"
      class={`cell${isNumeric ? ' cell-number' : ''}`}
      aria-sort={sort ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      {canSort ? (
        <button
          type="button"
          class="sort"
          title={t('sort-by', { column: name })}
          onClick={() => onSort({ by: id, descending: sort ? !sort.descending : isNumeric === true })}
          onKeyDown={event => {
            const step = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0
            if (step === 0 || !event.shiftKey) return
            event.preventDefault()
            event.stopPropagation()
            onResize(id, width + step)
          }}
        >
          {name}
          {sort && <span aria-hidden="true">{sort.descending ? ' ↓' : ' ↑'}</span>}
        </button>
      ) : (
        <span class="sort-none">{name}</span>
      )}
      <span
        class="resizer"
        aria-hidden="true"
        onPointerDown={event => {
          const edge = event.currentTarget
          const from = event.clientX
          edge.setPointerCapture(event.pointerId)
          edge.onpointermove = move => onResize(id, width + move.clientX - from)
          edge.onpointerup = () => {
            edge.onpointermove = null
          }
          event.preventDefault()
        }}
      />
    </th>
  )
}
