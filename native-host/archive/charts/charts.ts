import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import {
  type ArrivalDay,
  type ChartMonth,
  type ChartPartners,
  type Directions,
  STRIP_DAYS,
  type VatRate,
  type VatTotal,
} from '../../../shared/protocol/invoices/charts.ts'
import type { Database, SqlParams } from '../core/database.ts'
import { decimal } from '../invoices/message-summary.ts'
import { gatherPartners, type PartnerRow } from './partners.ts'

/** Days `yyyy-MM-dd`, both ends included. */
export type Span = { since: string; until: string }

/** The data of the desk's charts (W-06), for one company or all. */
export type Charts = {
  /** The earliest issue date of an invoice. */
  firstDay(cui: string | undefined): string | null
  /** The months of the span that have invoices, by issue date. A self-billed one counts in both directions (E-17). */
  months(cui: string | undefined, span: Span): { months: ChartMonth[]; total: Directions }
  /** VAT by rate, and the number of the span's invoices that have none in the index. */
  vat(cui: string | undefined, span: Span): { rates: VatRate[]; totals: VatTotal[]; unread: number }
  partners(direction: 'sent' | 'received', cui: string | undefined, now: Span, before: Span): ChartPartners
  /** Every one of the latest days, by arrival; today is the last. */
  arrivals(cui: string | undefined, now: number): ArrivalDay[]
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

type MonthRow = { month: string; currency: string | null } & Record<
  'sent' | 'received' | 'sentUnsummed' | 'receivedUnsummed',
  number
> &
  Record<'sentAmount' | 'receivedAmount', number | null>
/** Without a percent: invoices that have no VAT in the index. */
type VatRow = { percent: string | null; currency: string | null; invoices: number } & Record<
  'sales' | 'purchases' | 'collected' | 'deductible',
  number | null
>
type ArrivalRow = { day: string; arrived: number; waiting: number; expired: number; lastFetch: number | null }

/** Without statistics SQLite would not see that this index has every column of the query. */
const SUMMED = 'messages m INDEXED BY messages_summed'
const IS_SENT = `(m.kind = 'sent' OR m.twin_id IS NOT NULL)`
const IS_RECEIVED = `(m.kind = 'received' OR m.twin_id IS NOT NULL)`

export function createCharts(db: Database, environment: Environment): Charts {
  const all = <T>(sql: string, params: SqlParams): T[] => db.all<T>(sql, { environment, ...params })
  const rowsOf = (cui: string | undefined) =>
    `m.environment = :environment AND m.shown = 1 ${cui === undefined ? '' : 'AND m.cui = :cui'}`
  const invoicesOf = (cui: string | undefined) =>
    `${rowsOf(cui)} AND m.kind IN ('sent', 'received') AND m.day BETWEEN :since AND :until`
  const withCui = (cui: string | undefined) => (cui === undefined ? {} : { cui })

  return {
    firstDay(cui) {
      const [row] = all<{ day: string | null }>(
        `SELECT min(m.day) AS day FROM ${SUMMED} WHERE ${rowsOf(cui)} AND m.kind IN ('sent', 'received')`,
        withCui(cui),
      )
      return row?.day ?? null
    },
    months(cui, span) {
      const rows = all<MonthRow>(
        `SELECT substr(m.day, 1, 7) AS month, m.currency AS currency,
            sum(${IS_SENT}) AS sent, sum(${IS_SENT} AND m.amount IS NULL) AS sentUnsummed,
            CAST(sum(CASE WHEN ${IS_SENT} THEN m.amount END) AS REAL) AS sentAmount,
            sum(${IS_RECEIVED}) AS received, sum(${IS_RECEIVED} AND m.amount IS NULL) AS receivedUnsummed,
            CAST(sum(CASE WHEN ${IS_RECEIVED} THEN m.amount END) AS REAL) AS receivedAmount
          FROM ${SUMMED} WHERE ${invoicesOf(cui)} GROUP BY 1, 2 ORDER BY 1, count(*) DESC, 2`,
        { ...withCui(cui), ...span },
      )
      const months = [...Map.groupBy(rows, ({ month }) => month)]
      return { months: months.map(([month, parts]) => ({ month, ...directions(parts) })), total: directions(rows) }
    },
    vat(cui, span) {
      const rows = all<VatRow>(
        `SELECT v.percent AS percent, v.currency AS currency, count(*) AS invoices,
            sum(v.side = 'sale') AS sales, CAST(sum(CASE WHEN v.side = 'sale' THEN v.vat END) AS REAL) AS collected,
            sum(v.side = 'purchase') AS purchases, CAST(sum(CASE WHEN v.side = 'purchase' THEN v.vat END) AS REAL) AS deductible
          FROM ${SUMMED} LEFT JOIN invoice_vat v ON v.message = m.n
          WHERE ${invoicesOf(cui)} GROUP BY 1, 2 ORDER BY v.currency <> 'RON', 2, CAST(v.percent AS REAL) DESC, v.percent`,
        { ...withCui(cui), ...span },
      )
      const read = rows.filter(({ percent }) => percent !== null)
      return {
        rates: read.map(({ percent, currency, sales, purchases, ...sums }) => {
          const { collected, deductible, difference } = differenceOf([sums])
          return {
            percent: percent || null,
            currency: currency || null,
            collected: { count: sales ?? 0, vat: collected },
            deductible: { count: purchases ?? 0, vat: deductible },
            difference,
          }
        }),
        totals: [...Map.groupBy(read, ({ currency }) => currency)].map(([currency, parts]) => ({
          currency: currency || null,
          ...differenceOf(parts),
        })),
        unread: rows.find(({ percent }) => percent === null)?.invoices ?? 0,
      }
    },
    partners(direction, cui, now, before) {
      const rows = all<PartnerRow>(
        `SELECT m.partner_cui AS cui, m.currency AS currency,
            count(*) FILTER (WHERE m.day >= :now) AS countNow,
            CAST(sum(m.amount) FILTER (WHERE m.day >= :now) AS REAL) AS amountNow,
            count(*) FILTER (WHERE m.day < :now) AS countBefore,
            CAST(sum(m.amount) FILTER (WHERE m.day < :now) AS REAL) AS amountBefore
          FROM ${SUMMED} WHERE ${invoicesOf(cui)} AND ${direction === 'sent' ? IS_SENT : IS_RECEIVED} GROUP BY 1, 2`,
        { ...withCui(cui), since: before.since, until: now.until, now: now.since },
      )
      return gatherPartners(rows, key => nameOf(db, environment, key))
    },
    arrivals(cui, now) {
      const days = Array.from({ length: STRIP_DAYS }, (_, at) =>
        Temporal.PlainDate.from(romaniaDay(now))
          .subtract({ days: STRIP_DAYS - 1 - at })
          .toString(),
      )
      const since = now - (STRIP_DAYS + 1) * DAY
      const arrived = all<ArrivalRow>(
        `SELECT m.created_day AS day, count(*) AS arrived, sum(m.state IN ('listed', 'failed')) AS waiting,
            sum(m.state = 'expired') AS expired, max(CASE WHEN m.state = 'archived' THEN m.archived_at END) AS lastFetch
          FROM messages m WHERE ${rowsOf(cui)} AND m.created_at >= :since GROUP BY 1`,
        { ...withCui(cui), since },
      )
      // By the hour: Romania's days begin on the hour.
      const fetched = all<{ hour: number; count: number }>(
        `SELECT m.archived_at / ${HOUR} AS hour, count(*) AS count FROM messages m
          WHERE ${rowsOf(cui)} AND m.created_at >= :oldest AND m.archived_at >= :since AND m.state = 'archived' GROUP BY 1`,
        { ...withCui(cui), since, oldest: since - (STRIP_DAYS + 1) * DAY },
      )
      const byDay = new Map(arrived.map(row => [row.day, row]))
      const fetches = Map.groupBy(fetched, ({ hour }) => romaniaDay(hour * HOUR))
      return days.map(day => {
        const { arrived: count = 0, waiting = 0, expired = 0, lastFetch = null } = byDay.get(day) ?? {}
        const fetchedThen = (fetches.get(day) ?? []).reduce((sum, one) => sum + one.count, 0)
        return { day, arrived: count, waiting, expired, lastFetch, fetched: fetchedThen }
      })
    },
  }
}

function directions(rows: readonly MonthRow[]): Directions {
  return { sent: sumsOf(rows, 'sent'), received: sumsOf(rows, 'received') }
}

/** Of one month or several; the currency with the most invoices first. */
function sumsOf(rows: readonly MonthRow[], direction: 'sent' | 'received'): Directions['sent'] {
  const summed = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, parts]) => ({
    currency: currency ?? '',
    count: total(parts, row => row[direction] - row[`${direction}Unsummed`]),
    amount: total(parts, row => row[`${direction}Amount`]),
  }))
  return {
    count: total(rows, row => row[direction]),
    unsummed: total(rows, row => row[`${direction}Unsummed`]),
    totals: summed
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
      .map(({ currency, count, amount }) => ({ currency, count, amount: decimal(amount) })),
  }
}

const total = <T>(rows: readonly T[], of: (row: T) => number | null): number =>
  rows.reduce((sum, row) => sum + (of(row) ?? 0), 0)

function differenceOf(rows: readonly Pick<VatRow, 'collected' | 'deductible'>[]): Omit<VatTotal, 'currency'> {
  const [collected, deductible] = [total(rows, row => row.collected), total(rows, row => row.deductible)]
  return {
    collected: decimal(collected),
    deductible: decimal(deductible),
    difference: decimal(collected - deductible),
  }
}

/** The name as the latest document with one writes it. */
function nameOf(db: Database, environment: Environment, cui: string): string | null {
  const row = db.get<{ name: string }>(
    `SELECT partner_name AS name FROM messages WHERE environment = :environment AND shown = 1
      AND partner_cui = :cui AND partner_name IS NOT NULL ORDER BY n DESC LIMIT 1`,
    { environment, cui },
  )
  return row?.name ?? null
}
