import { serialKey } from '../../../shared/domain/certificates.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { SpvRight } from '../../../shared/protocol/mailbox.ts'
import { CERTIFICATE_NAME, NOT_ENDED } from '../certificates/certificates.ts'
import { nameOf } from '../core/companies.ts'
import type { Database } from '../core/database.ts'
import type { Rights } from './mailbox-archive.ts'

/** A company's number has 2 to 10 digits, a person's 13. */
const IS_COMPANY = 'length(spv_rights.cui) < 13'
const IS_LISTED = `EXISTS (SELECT 1 FROM companies WHERE companies.cui = spv_rights.cui
  AND companies.environment IN ('prod', 'test'))`

/** The CUIs of an inventory. */
const ALL = '(SELECT value FROM json_each(:all))'
/** The mailbox's rights of certificates that are not known to have ended. */
const IS_GRANTED = `service = 'mailbox' AND answer = 'granted' AND ${NOT_ENDED}`

type Options = { db: Database; environment: Environment; now: () => number }
type Row = { cui: string; name: string | null; gone: number; answered: number; listed: number }

/** The companies and persons for whom the holders of certificates have SPV rights. */
export function createRights({ db, environment, now }: Options): Rights {
  const holder = () =>
    db.get<{ serial: string | null; asOf: number | null }>(
      'SELECT certificate_serial AS serial, as_of AS asOf FROM spv_holder',
    )

  /** Replaces this certificate's rights; its earlier ones are no longer its own. */
  const recordOf = (params: { all: string; serial: string; now: number }) => {
    db.run(
      `DELETE FROM certificate_rights WHERE service = 'mailbox' AND serial = :serial AND cui NOT IN ${ALL}`,
      params,
    )
    db.run(
      `INSERT INTO certificate_rights (serial, service, environment, cui, answer, at)
        SELECT DISTINCT :serial, 'mailbox', '', value, 'granted', :now FROM json_each(:all) WHERE TRUE
        ON CONFLICT (serial, service, environment, cui) DO UPDATE SET at = excluded.at`,
      params,
    )
  }

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
    has: cui => db.get('SELECT 1 FROM spv_rights WHERE cui = :cui AND held = 1', { cui }) !== undefined,
    held: () => db.all<{ cui: string }>('SELECT cui FROM spv_rights WHERE held = 1').map(({ cui }) => cui),
    heldByOthers: () =>
      db
        .all<{ cui: string; certificates: string }>(
          `SELECT cui, json_group_array(${CERTIFICATE_NAME}) AS certificates FROM certificate_rights
            WHERE ${IS_GRANTED} AND cui NOT IN (SELECT cui FROM spv_rights WHERE held = 1) GROUP BY cui ORDER BY cui`,
          { now: now() },
        )
        .map(({ cui, certificates }) => ({ cui, certificates: JSON.parse(certificates) })),
    record({ certificateSerial, cuis }) {
      const params = { all: JSON.stringify(cuis), serial: serialKey(certificateSerial), now: now() }
      db.durable(() => {
        // Messages from before the certificate's return are needed, too.
        db.run(`UPDATE spv_rights SET held = 0, caught_up = 0 WHERE cui NOT IN ${ALL}`, params)
        db.run(
          `INSERT INTO spv_rights (cui, held) SELECT DISTINCT value, 1 FROM json_each(:all) WHERE TRUE
            ON CONFLICT (cui) DO UPDATE SET gone = 0, held = 1`,
          params,
        )
        if (params.serial) recordOf(params)
        db.run(
          `UPDATE spv_rights SET gone = 1 WHERE held = 0
            AND cui NOT IN (SELECT cui FROM certificate_rights WHERE ${IS_GRANTED})`,
          params,
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
    areBehind: () => db.get('SELECT 1 FROM spv_rights WHERE held = 1 AND caught_up = 0') !== undefined,
    caughtUp() {
      db.run('UPDATE spv_rights SET caught_up = 1 WHERE held = 1')
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
