import type { Environment } from '../../../shared/domain/values.ts'
import type { Company } from '../../../shared/protocol/companies.ts'
import { REFUSED_UPLOAD } from '../today/unresolved.ts'
import type { Companies } from './archive.ts'
import type { Database } from './database.ts'

type CompanyRow = {
  cui: string
  name: string | null
  rights: Company['rights']
  addedAt: number
  syncedAt: number | null
  archived: number
  unread: number
  refused: number
  failed: number
  pending: number
}

/** SQL: a subquery for the name that a person gave a company, else the register's. `cui` is the column with its CUI. */
export const knownNameOf = (cui: string): string =>
  `(SELECT coalesce(k.given_name, k.name) FROM known_companies k WHERE k.cui = ${cui})`

/** SQL: the same, or else the name from archived invoices, those of `:environment` first. */
export function nameOf(cui: string): string {
  return `coalesce(${knownNameOf(cui)}, (SELECT name FROM company_names
    WHERE environment IN ('prod', 'test') AND company_names.cui = ${cui} ORDER BY environment = :environment DESC LIMIT 1))`
}

/** SQL: refused documents of the company `c` that other programs filed, until seen. */
const OTHERS_REFUSED = `(SELECT count(*) FROM messages e
  WHERE e.environment = c.environment AND e.cui = c.cui AND e.kind = 'errors' AND e.seen = 0 AND NOT EXISTS (
    SELECT 1 FROM attempts WHERE attempts.environment = e.environment AND attempts.upload_index = e.upload_index))`

/** The list of companies of one environment. The plus sign makes SQLite read uploads by their state, not all by company. */
export function createCompanies(db: Database, environment: Environment, now: () => number): Companies {
  const select = (only: string, params: Record<string, string>): Company[] =>
    db
      .all<CompanyRow>(
        `SELECT c.cui, coalesce(${knownNameOf('c.cui')}, n.name) AS name, c.rights, c.added_at AS addedAt, c.synced_at AS syncedAt,
            coalesce(m.archived, 0) AS archived, coalesce(m.unread, 0) AS unread,
            coalesce(u.refused, 0) + ${OTHERS_REFUSED} AS refused,
            coalesce(m.failed, 0) AS failed, coalesce(m.pending, 0) AS pending
          FROM companies c
          LEFT JOIN company_names n ON n.environment = c.environment AND n.cui = c.cui
          LEFT JOIN (
            SELECT cui, sum(count * (state = 'archived')) AS archived, sum(count * (state = 'archived' AND seen = 0)) AS unread,
                sum(count * (state = 'failed')) AS failed, sum(count * (state = 'listed')) AS pending
              FROM company_counts WHERE environment = :environment ${only} GROUP BY cui
          ) m ON m.cui = c.cui
          LEFT JOIN (
            SELECT cui, count(*) AS refused FROM attempts
              WHERE environment = :environment AND ${REFUSED_UPLOAD} ${only} GROUP BY +cui
          ) u ON u.cui = c.cui
          WHERE c.environment = :environment ${only.replace('cui', 'c.cui')}
          ORDER BY name IS NULL, name COLLATE NOCASE, c.cui`,
        { environment, ...params },
      )
      // SQLite's rows have no prototype; callers get plain objects.
      .map(row => ({ ...row }))

  const get = (cui: string): Company | undefined => select('AND cui = :cui', { cui })[0]

  return {
    list: () => select('', {}),
    get,
    put(cui, rights) {
      db.durable(() =>
        db.run(
          `INSERT INTO companies (environment, cui, rights, added_at) VALUES (:environment, :cui, :rights, :now)
            ON CONFLICT (environment, cui) DO UPDATE SET rights = excluded.rights`,
          { environment, cui, rights, now: now() },
        ),
      )
      const company = get(cui)
      if (!company) throw new Error(`the company ${cui} has no row`)
      return company
    },
    remove: cui =>
      db.durable(() =>
        db.run('DELETE FROM companies WHERE environment = :environment AND cui = :cui', { environment, cui }),
      ) > 0,
    listedUntil(cui) {
      const row = db.get<{ moment: number | null }>(
        'SELECT listed_until AS moment FROM companies WHERE environment = :environment AND cui = :cui',
        { environment, cui },
      )
      return row?.moment ?? undefined
    },
    setListedUntil(cui, moment) {
      db.run('UPDATE companies SET listed_until = :moment WHERE environment = :environment AND cui = :cui', {
        environment,
        cui,
        moment,
      })
    },
    setSynced(cui, moment) {
      db.run('UPDATE companies SET synced_at = :moment WHERE environment = :environment AND cui = :cui', {
        environment,
        cui,
        moment,
      })
    },
  }
}
