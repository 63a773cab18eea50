import type { ComponentChild } from 'preact'
import type { Key } from '../../../locales/translate.ts'
import type { DeskView, Sort, TableId } from '../address.ts'

export type Column<Item> = {
  id: string
  label: Key
  /** Usual width, pixels. */
  width: number
  isNumeric?: boolean
  /** Whether it takes the room that is left. */
  grows?: boolean
  /** Whether the host can sort by it, under its id. */
  canSort: boolean
  /** Whether it is shown until the user chooses otherwise. */
  isUsual: boolean
  cell(item: Item): ComponentChild
}

/** One of the filters of which one is chosen (`filters.show`). */
export type Choice = 'all' | (string & {})

/** A table of the desk: where its rows come from, and how they are drawn. */
export type TableSpec<Item> = {
  id: TableId
  label: Key
  /** Pixels. */
  rowHeight: number
  columns: readonly Column<Item>[]
  /** What the chips above the table offer, `all` among them. */
  choices: readonly { id: string; label: Key }[]
  usualChoice: string
  /** Names of the filters that the table knows, apart from `show`. */
  filters: readonly string[]
  usualSort: Sort
  idOf(item: Item): string
  isUnread(item: Item): boolean
  /** At most `limit` rows of a view from `offset` on. */
  fetch(
    view: DeskView,
    offset: number,
    limit: number,
  ): Promise<{ items: readonly Item[]; total: number; isCounted?: boolean }>
}

/** How many rows each choice has in a view, with a question for each. */
export async function countEach<Item>(
  { choices, fetch }: Pick<TableSpec<Item>, 'choices' | 'fetch'>,
  view: DeskView,
): Promise<Record<string, number>> {
  const counts = await Promise.all(
    choices.map(async ({ id }) => {
      const { total } = await fetch({ ...view, filters: { ...view.filters, show: id } }, 0, 1)
      return [id, total] as const
    }),
  )
  return Object.fromEntries(counts)
}

/** A column as most are: sorted by the host and shown. */
export const column = <Item>(
  id: string,
  label: Key,
  width: number,
  cell: (item: Item) => ComponentChild,
  more: Partial<Column<Item>> = {},
): Column<Item> => ({ id, label, width, cell, canSort: true, isUsual: true, ...more })
