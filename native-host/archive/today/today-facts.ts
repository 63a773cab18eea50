import type { Environment } from '../../../shared/domain/values.ts'
import { nameOf } from '../core/companies.ts'
import type { Database } from '../core/database.ts'
import { maybeLate } from '../core/schema/schema-lists.ts'
import { periodMonth, periodYear } from '../declarations/declaration-period.ts'
import { STILL_AWAITED } from './still-awaited.ts'
import { REFUSED_DECLARATION, REFUSED_UPLOAD } from './unresolved.ts'

/** The archive's facts about dates. Moments are epoch ms, days `yyyy-MM-dd`. */
export type TodayFacts = {
  /** Uploads that ended without a valid document and have no correction yet. */
  unsent(): { id: number; cui: string; name: string | null; number: string; issueDate: string | null }[]
  /** Invoices sent since a moment and some days after their issue date, with the moment of upload. */
  sent(since: number): { cui: string; name: string | null; issueDate: string | null; sentAt: number }[]
  /** Documents that a sync would still download and that were created before a moment, by company. */
  leaving(createdBefore: number): { cui: string; name: string | null; count: number; oldest: number }[]
  /** Acts of the mailbox since a moment; `servedOn` if their details name it. */
  acts(
    since: number,
  ): { id: string; cui: string; name: string | null; type: string; day: string; servedOn: string | null }[]
  /** Declarations with errors, without a later one for the same period. */
  refused(): { id: number; cui: string | null; name: string | null; form: string; period: string | null }[]
  /**
   * Every declaration with a month that was filed or that the mailbox confirms; `on`: the day of its first filing, since it may
   * be rectified months later.
   */
  filed(sinceYear: number): {
    cui: string
    name: string | null
    form: string
    year: number
    month: number
    on: string | null
  }[]
}

const [YEAR, MONTH] = [periodYear('declarations'), periodMonth('declarations')]

export function createTodayFacts(db: Database, environment: Environment): TodayFacts {
  const all = <T>(sql: string, params: Record<string, string | number> = {}): T[] =>
    // SQLite's rows have no prototype; callers get plain objects.
    db.all<T>(sql, { environment, ...params }).map(row => ({ ...row }))

  return {
    unsent: () =>
      all(
        `SELECT id, cui, ${nameOf('attempts.cui')} AS name, coalesce(json_extract(invoice, '$.number'), file_name) AS number,
            json_extract(invoice, '$.issueDate') AS issueDate
          FROM attempts WHERE environment = :environment AND ${REFUSED_UPLOAD} ORDER BY id`,
      ),
    sent: since =>
      all(
        `SELECT m.cui, ${nameOf('m.cui')} AS name, m.day AS issueDate, coalesce(a.created_at, m.created_at) AS sentAt
          FROM messages m INDEXED BY messages_late
          LEFT JOIN attempts a ON a.environment = m.environment AND a.upload_index = m.upload_index
          WHERE m.environment = :environment AND m.shown = 1 AND m.created_at >= :since AND m.kind = 'sent'
            AND m.invoice IS NOT NULL AND ${maybeLate('m.')}`,
        { since },
      ),
    leaving: createdBefore =>
      all(
        `SELECT cui, ${nameOf('messages.cui')} AS name, count(*) AS count, min(created_at) AS oldest FROM messages
          WHERE environment = :environment AND created_at < :createdBefore AND ${STILL_AWAITED}
          GROUP BY cui`,
        { createdBefore },
      ),
    acts: since =>
      all(
        `SELECT id, cui, ${nameOf('mail.cui')} AS name, type, created_day AS day, served_on AS servedOn FROM mail
          WHERE kind = 'act' AND created_at >= :since ORDER BY created_at`,
        { since },
      ),
    refused: () =>
      all(
        `SELECT id, cui, coalesce(${nameOf('declarations.cui')}, company_name) AS name, coalesce(form, file_name, '') AS form,
            iif(${MONTH} IS NULL, CAST(${YEAR} AS TEXT), printf('%d-%02d', ${YEAR}, ${MONTH})) AS period
          FROM declarations WHERE ${REFUSED_DECLARATION} ORDER BY id`,
      ),
    filed: sinceYear =>
      all(
        `SELECT cui, ${nameOf('f.cui')} AS name, form, year, month, min("on") AS "on" FROM (
            SELECT cui, form, year, month, filed_on AS "on" FROM declarations
              WHERE state NOT IN ('rejected', 'not-sent', 'has-errors', 'not-a-document') AND unconfirmed = 0
            UNION ALL
            SELECT cui, json_extract(receipt, '$.form'), json_extract(receipt, '$.period.year'),
                json_extract(receipt, '$.period.month'), json_extract(receipt, '$.registeredOn')
              FROM mail WHERE receipt IS NOT NULL
          ) f WHERE cui IS NOT NULL AND form IS NOT NULL AND month IS NOT NULL AND year >= :sinceYear
          GROUP BY cui, form, year, month`,
        { sinceYear },
      ),
  }
}
