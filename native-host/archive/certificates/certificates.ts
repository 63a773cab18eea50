import * as v from 'valibot'
import { WARNING_DAYS } from '../../../shared/domain/certificates.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import {
  CertificateFacts,
  type CertificateUse,
  type ExpiringCertificate,
} from '../../../shared/protocol/certificates.ts'
import { nameOf } from '../core/companies.ts'
import type { Database } from '../core/database.ts'
import type { CertificateArchive, KnownRight, Reached } from './certificate-archive.ts'

const DAY = 86_400_000

/** SQL: whether the certificate of a row of `certificate_rights` is not known to have ended by `:now`. */
export const NOT_ENDED = `NOT EXISTS (SELECT 1 FROM certificates
  WHERE certificates.serial = certificate_rights.serial AND valid_until <= :now)`

/** SQL: the name for people of the certificate of a row of `certificate_rights`: its holder and serial. */
export const CERTIFICATE_NAME = `coalesce((SELECT subject || ' (' || certificates.serial || ')' FROM certificates
  WHERE certificates.serial = certificate_rights.serial), serial)`

type Options = { db: Database; environment: Environment; now: () => number }

export function createCertificates({ db, environment, now }: Options): CertificateArchive {
  const environmentOf = (service: CertificateUse) => (service === 'mailbox' ? '' : environment)
  return {
    seen(found) {
      db.durable(() => {
        for (const facts of found)
          db.run(
            `INSERT INTO certificates (serial, facts, subject, valid_until, seen_at)
              VALUES (:serial, :facts, :subject, :validUntil, :now)
              ON CONFLICT (serial) DO UPDATE SET facts = excluded.facts, subject = excluded.subject,
                valid_until = excluded.valid_until, seen_at = excluded.seen_at`,
            {
              serial: facts.serial,
              facts: JSON.stringify(facts),
              subject: facts.subject,
              validUntil: facts.validUntil,
              now: now(),
            },
          )
      })
    },
    known: () =>
      db
        .all<{ facts: string; seenAt: number }>(
          'SELECT facts, seen_at AS seenAt FROM certificates ORDER BY valid_until',
        )
        .map(({ facts, seenAt }) => ({ facts: v.parse(CertificateFacts, JSON.parse(facts)), seenAt })),
    expiring: () =>
      db
        .all<ExpiringCertificate>(
          `SELECT serial, subject, valid_until AS validUntil FROM certificates AS one
            WHERE valid_until > :now AND valid_until <= :now + :ahead AND NOT EXISTS (
              SELECT 1 FROM certificates AS later
                WHERE later.subject = one.subject AND later.valid_until > one.valid_until
            ) ORDER BY valid_until, serial`,
          { now: now(), ahead: WARNING_DAYS[0] * DAY },
        )
        .map(row => ({ ...row })),
    rightsFor: (service, cui) =>
      db
        .all<KnownRight>(
          `SELECT serial, ${CERTIFICATE_NAME} AS name, answer, at FROM certificate_rights
            WHERE cui = :cui AND service = :service AND environment = :environment AND ${NOT_ENDED} ORDER BY serial`,
          { cui, service, environment: environmentOf(service), now: now() },
        )
        .map(row => ({ ...row })),
    learn(service, serial, cui, answer) {
      db.run(
        `INSERT INTO certificate_rights (serial, service, environment, cui, answer, at)
          VALUES (:serial, :service, :environment, :cui, :answer, :now)
          ON CONFLICT (serial, service, environment, cui) DO UPDATE SET answer = excluded.answer, at = excluded.at`,
        { serial, service, environment: environmentOf(service), cui, answer, now: now() },
      )
    },
    reached: () =>
      db
        .all<Reached>(
          `SELECT DISTINCT serial, cui, ${nameOf('certificate_rights.cui')} AS name FROM certificate_rights
            WHERE answer = 'granted' AND environment IN ('', :environment) ORDER BY serial, name IS NULL, name, cui`,
          { environment },
        )
        .map(row => ({ ...row })),
    lastReaching: service =>
      db.get<{ serial: string }>(
        `SELECT serial FROM certificate_rights
          WHERE service = :service AND environment = :environment AND answer = 'granted' ORDER BY at DESC LIMIT 1`,
        { service, environment: environmentOf(service) },
      )?.serial ?? null,
    forget: serial =>
      db.durable(() => {
        const rights = db.run('DELETE FROM certificate_rights WHERE serial = :serial', { serial })
        return db.run('DELETE FROM certificates WHERE serial = :serial', { serial }) + rights
      }) > 0,
    modules: () =>
      db.all<{ path: string }>('SELECT path FROM certificate_modules ORDER BY added_at, path').map(({ path }) => path),
    addModule(path) {
      db.durable(() =>
        db.run('INSERT OR IGNORE INTO certificate_modules (path, added_at) VALUES (:path, :now)', { path, now: now() }),
      )
    },
    removeModule(path) {
      db.durable(() => db.run('DELETE FROM certificate_modules WHERE path = :path', { path }))
    },
  }
}
