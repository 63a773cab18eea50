import { isOfAnyone } from '../../../shared/domain/cui.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import {
  type CurrencyTotal,
  INVOICE_CHOICES,
  type InvoiceChoice,
  type InvoiceFilter,
  type InvoiceGroup,
  type InvoiceGrouping,
  type InvoicesSummary,
} from '../../../shared/protocol/invoices/query.ts'
import { nameOf } from '../core/companies.ts'
import type { Database } from '../core/database.ts'
import { conditionsOf } from './message-conditions.ts'
import { countedIn } from './message-counts.ts'

/** Most groups in an answer. */
const MOST_GROUPS = 500

/** The common value of a group's rows, and the query for its name (of `:key`), as SQL. */
const GROUPS: Readonly<Record<InvoiceGrouping, { key: string; name: string | null }>> = {
  company: { key: 'cui', name: `SELECT ${nameOf(':key')} AS name` },
  month: { key: 'substr(day, 1, 7)', name: null },
  partner: {
    key: 'partner_cui',
    name: `SELECT partner_name AS name FROM messages WHERE environment = :environment AND shown = 1
      AND partner_cui = :key AND partner_name IS NOT NULL ORDER BY n DESC LIMIT 1`,
  },
}

/** `amount`: hundredths, as text: a sum can exceed a JavaScript number. */
type Sum = { currency: string | null; count: number; amount: string | null }
type SumRow = Sum & { key: string }
type CountRow = Sum & InvoicesSummary['choices']

type Asked = {
  filter: InvoiceFilter
  groupBy: InvoiceGrouping | undefined
  /** One of the choices, apart from the filter; by default, the filter's own direction, kind and state. */
  choice: InvoiceChoice | undefined
}

/** Numbers and sums of the messages that match a filter. `now`: epoch ms, for periods in words. */
export function summarizeMessages(
  db: Database,
  environment: Environment,
  { filter, groupBy, choice }: Asked,
  now: number,
): InvoicesSummary {
  const { where, params } = conditionsOf(environment, { ...filter, ...(choice && INVOICE_CHOICES[choice]) }, now)
  // One pass over the rows for both: the choices' counts and the filter's sums.
  const { direction, kind, state, unread, archived, ...rest } = filter
  const wide = conditionsOf(environment, choice ? filter : rest, now)
  const own = choice ? INVOICE_CHOICES[choice] : { direction, kind, state, unread, archived }
  const chosen = conditionsOf(environment, own, now)
  const source = countedIn(filter)
  const rows = db.all<CountRow>(
    `SELECT currency, coalesce(sum(n * chosen), 0) AS count, CAST(sum(CASE WHEN chosen THEN amount END) AS TEXT) AS amount,
        sum(n) AS "all", sum(n * (kind = 'received' OR twin_id IS NOT NULL)) AS received,
        sum(n * (kind = 'sent' OR twin_id IS NOT NULL)) AS sent, sum(n * (kind = 'errors')) AS errors,
        sum(n * (kind = 'buyer-message')) AS messages,
        sum(n * (state <> 'archived')) AS missing, sum(n * (state = 'archived' AND seen = 0)) AS unread
      FROM (SELECT kind, twin_id, state, seen, currency, amount, ${source.count} AS n, (${chosen.where}) AS chosen
        FROM ${source.from} WHERE ${wide.where})
      GROUP BY currency ORDER BY sum(n) DESC, currency`,
    { ...chosen.params, ...wide.params },
  )
  const grouped = countedIn(filter, groupBy)
  const sumsBy = (key: string) =>
    db.all<SumRow>(
      `SELECT ${key} AS key, currency, sum(${grouped.count}) AS count, CAST(sum(amount) AS TEXT) AS amount
        FROM ${grouped.from} WHERE ${where} GROUP BY 1, 2 ORDER BY 3 DESC, currency`,
      params,
    )
  return {
    ...sumUp(rows),
    choices: {
      all: total(rows, 'all'),
      received: total(rows, 'received'),
      sent: total(rows, 'sent'),
      errors: total(rows, 'errors'),
      messages: total(rows, 'messages'),
      missing: total(rows, 'missing'),
      unread: total(rows, 'unread'),
    },
    groups: groupBy ? groupsOf(db, params, groupBy, sumsBy) : [],
  }
}

const total = (rows: readonly CountRow[], field: keyof InvoicesSummary['choices']): number =>
  rows.reduce((sum, row) => sum + row[field], 0)

function groupsOf(
  db: Database,
  params: ReturnType<typeof conditionsOf>['params'],
  groupBy: InvoiceGrouping,
  sumsBy: (key: string) => SumRow[],
): InvoiceGroup[] {
  const { key, name } = GROUPS[groupBy]
  const groups = [...Map.groupBy(sumsBy(key), row => row.key)].map(([of, rows]) => ({ key: of, ...sumUp(rows) }))
  const sorted =
    groupBy === 'month'
      ? groups.toSorted((a, b) => b.key.localeCompare(a.key))
      : groups.toSorted((a, b) => b.count - a.count)
  const nameOfGroup = (of: string): string | null => {
    // A code of many has no name: that of one would stand for all.
    if (name === null || of === '' || isOfAnyone(of)) return null
    return db.get<{ name: string | null }>(name, { ...params, key: of })?.name ?? null
  }
  return sorted.slice(0, MOST_GROUPS).map(group => ({ ...group, name: nameOfGroup(group.key) }))
}

function sumUp(rows: readonly Sum[]): { count: number; totals: CurrencyTotal[] } {
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    totals: rows.flatMap(({ currency, count, amount }) =>
      currency === null || amount === null || count === 0 ? [] : [{ currency, count, amount: decimal(amount) }],
    ),
  }
}

/** Hundredths as a decimal string; large sums come as text, because no number holds them exactly. */
export function decimal(hundredths: number | string): string {
  const text = typeof hundredths === 'number' ? BigInt(Math.round(hundredths)).toString() : hundredths
  const digits = text.replace('-', '').padStart(3, '0')
  return `${text.startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
