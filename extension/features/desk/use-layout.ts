import type { DeskMemory, Layout } from './stored-layout.ts'
import type { Column, TableSpec } from './tables/table-spec.ts'

/** The columns that a table shows, and their widths in pixels. */
export type Shown<Item> = { columns: readonly Column<Item>[]; widths: readonly number[] }

const LEAST_WIDTH = 48

function usualLayout<Item>(spec: TableSpec<Item>): Layout {
  return { shown: spec.columns.flatMap(({ id, isUsual }) => (isUsual ? id : [])), widths: {} }
}

const layoutOf = <Item>(spec: TableSpec<Item>, memory: DeskMemory): Layout =>
  memory.layouts.value[spec.id] ?? usualLayout(spec)

/** The user's choice of columns, in the table's order. */
export function shownOf<Item>(spec: TableSpec<Item>, memory: DeskMemory): Shown<Item> {
  const { shown, widths } = layoutOf(spec, memory)
  const columns = spec.columns.filter(({ id }) => shown.includes(id))
  return { columns, widths: columns.map(({ id, width }) => widths[id] ?? width) }
}

/** Shows a column, or hides it; the last one stays. */
export function toggleColumn<Item>(spec: TableSpec<Item>, memory: DeskMemory, id: string): void {
  const layout = layoutOf(spec, memory)
  const shown = layout.shown.includes(id) ? layout.shown.filter(one => one !== id) : [...layout.shown, id]
  if (shown.length > 0) memory.setLayout(spec.id, { ...layout, shown })
}

export function resizeColumn<Item>(spec: TableSpec<Item>, memory: DeskMemory, id: string, width: number): void {
  const layout = layoutOf(spec, memory)
  memory.setLayout(spec.id, {
    ...layout,
    widths: { ...layout.widths, [id]: Math.max(LEAST_WIDTH, Math.round(width)) },
  })
}
