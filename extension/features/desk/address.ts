/** The tables of the desk, in their order on the page. */
export const DESK_TABLES = ['invoices', 'messages', 'declarations', 'uploads', 'companies'] as const
export type TableId = (typeof DESK_TABLES)[number]

export type Sort = { by: string; descending: boolean }
export const GROUPINGS = ['company', 'month', 'partner'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** The view of the desk. It is kept in the page's address, so that a bookmark or a notification leads to it. */
export type DeskView = {
  table: TableId
  /** The charts replace the tables; their period is among the filters. */
  charts: boolean
  /** The chosen company; undefined means all. */
  cui: string | undefined
  search: string
  /** By name, as the user chose them: periods stay words, so that a kept "luna trecută" keeps its meaning. */
  filters: Readonly<Record<string, string>>
  /** Undefined: the usual order of the table. */
  sort: Sort | undefined
  group: Grouping | undefined
  /** Id of the item in the detail. */
  open: string | undefined
}

/** Names that are not filters. */
const OWN_NAMES = ['cui', 'q', 'sort', 'group', 'open']

export const firstView = (table: TableId): DeskView => ({
  table,
  charts: false,
  cui: undefined,
  search: '',
  filters: {},
  sort: undefined,
  group: undefined,
  open: undefined,
})

/** The name of the charts in an address. */
const CHARTS = 'charts'

/** `#invoices?cui=14399840&q=oct+2026&sort=-amount&show=received&open=3001`. */
export function toHash({ table, charts, cui, search, filters, sort, group, open }: DeskView): string {
  const params = new URLSearchParams()
  const put = (name: string, value: string | undefined) => value && params.set(name, value)
  put('cui', cui)
  put('q', search.trim())
  for (const [name, value] of Object.entries(filters).sort()) put(name, value)
  put('sort', sort && `${sort.descending ? '-' : ''}${sort.by}`)
  put('group', group)
  put('open', open)
  const name = charts ? CHARTS : table
  return params.size > 0 ? `#${name}?${params}` : `#${name}`
}

/** Reads an address; ignores unknown parts. */
export function fromHash(hash: string): DeskView {
  const [name = '', rest = ''] = hash.replace(/^#/, '').split(/\?(.*)/s)
  const table = DESK_TABLES.find(one => one === name) ?? 'invoices'
  const params = new URLSearchParams(rest)
  const sort = params.get('sort')
  const cui = params.get('cui')
  return {
    table,
    charts: name === CHARTS,
    cui: cui && /^\d{2,13}$/.test(cui) ? cui : undefined,
    search: params.get('q') ?? '',
    filters: Object.fromEntries([...params].filter(([each, value]) => !OWN_NAMES.includes(each) && value !== '')),
    sort: sort ? { by: sort.replace(/^-/, ''), descending: sort.startsWith('-') } : undefined,
    group: GROUPINGS.find(one => one === params.get('group')),
    open: params.get('open') ?? undefined,
  }
}

/** The part of a view that decides which rows there are, and in which order. */
export function rowsKey(view: DeskView): string {
  return toHash({ ...view, open: undefined, group: undefined })
}
