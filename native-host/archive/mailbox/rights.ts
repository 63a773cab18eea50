import type { Environment } from '../../../shared/domain/values.ts'
import type { SpvRight } from '../../../shared/protocol/mailbox.ts'
import { nameOf } from '../core/companies.ts'
import type { Database } from '../core/database.ts'
import type { Rights } from './mailbox-archive.ts'

/** A company's number has 2 to 10 digits, a person's 13. */
const IS_COMPANY = 'length(spv_rights.cui) < 13'
const IS_LISTED = `EXISTS (SELECT 1 FROM companies WHERE companies.cui = spv_rights.cui
  AND companies.environment IN ('prod', 'test'))`

type Options = { db: Database; environment: Environment; now: () => number }
type Row = { cui: string; name: string | null; gone: number; answered: number; listed: number }

/** The companies and persons for whom the certificate's holder has SPV rights. */
export function createRights({ db, environment, now }: Options): Rights {
  const holder = () =>
    db.get<{ serial: string | null; asOf: number | null }>(
      'SELECT certificate_serial AS serial, as_of AS asOf FROM spv_holder',
    )

  return {
    list() {
      const rows = db.all<Row>(
        `SELECT cui, ${nameOf('spv_rights.cui')} AS name, gone, (answered OR ${IS_LISTED}) AS answered, EXISTS (SELECT 1 FROM companies
            WHERE companies.cui = spv_rights.cui AND companies.environment = :environment) AS listed
          FROM spv_rights ORDER BY gone, length(cui) = 13, name IS NULL, name COLLATE NOCASE, cui`,
        { environment },
      )
      const { serial = null, asOf = null } = holder() ?? {}
      return { asOf, certificateSerial: serial, rights: rows.map(toRight) }
    },
    areKnown: () => (holder()?.asOf ?? null) !== null,
    has: cui => db.get('SELECT 1 FROM spv_rights WHERE cui = :cui AND gone = 0', { cui }) !== undefined,
    record({ certificateSerial, cuis }) {
      const all = JSON.stringify(cuis)
      db.durable(() => {
        db.run('UPDATE spv_rights SET gone = 1, caught_up = 0 WHERE cui NOT IN (SELECT value FROM json_each(:all))', {
          all,
        })
        db.run(
          `INSERT INTO spv_rights (cui) SELECT DISTINCT value FROM json_each(:all) WHERE TRUE
            ON CONFLICT (cui) DO UPDATE SET gone = 0`,
          { all },
        )
        // A person added these companies by hand: they are never offered, not even after they are removed again.
        db.run(`UPDATE spv_rights SET answered = 1 WHERE answered = 0 AND ${IS_LISTED}`)
        db.run(
          `INSERT INTO spv_holder (one, certificate_serial, as_of) VALUES (1, :certificateSerial, :now)
            ON CONFLICT (one) DO UPDATE SET certificate_serial = excluded.certificate_serial, as_of = excluded.as_of`,
          { certificateSerial, now: now() },
        )
      })
    },
    areBehind: () => db.get('SELECT 1 FROM spv_rights WHERE gone = 0 AND caught_up = 0') !== undefined,
    caughtUp() {
      db.run('UPDATE spv_rights SET caught_up = 1 WHERE gone = 0')
    },
    answered() {
      db.durable(() => db.run('UPDATE spv_rights SET answered = 1 WHERE gone = 0'))
    },
    offered() {
      const row = db.get<{ count: number }>(
        `SELECT count(*) AS count FROM spv_rights
          WHERE gone = 0 AND answered = 0 AND ${IS_COMPANY} AND NOT ${IS_LISTED}`,
      )
      return row?.count ?? 0
    },
  }
}

function toRight({ cui, name, gone, answered, listed }: Row): SpvRight {
  const isPerson = cui.length === 13
  const state = isPerson || listed ? 'listed' : answered || gone ? 'declined' : 'offered'
  return { cui, name, isPerson, state, gone: gone === 1 }
}
