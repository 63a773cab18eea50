import * as v from 'valibot'
import { Cui, Moment } from '../../../shared/domain/values.ts'
import { CertificateUse } from '../../../shared/protocol/certificates.ts'
import type { Database } from '../core/database.ts'
import type { ExchangeArea } from './exchange.ts'

const RightBody = v.object({
  serial: v.pipe(v.string(), v.minLength(1)),
  service: CertificateUse,
  cui: Cui,
  answer: v.picklist(['granted', 'denied']),
  at: Moment,
})
type RightBody = v.InferOutput<typeof RightBody>

/**
 * Which certificate reaches which company: a seat without the right then names the certificate that has it, and does
 * not ask again the same day. The certificates themselves stay where they are.
 */
export function createRightArea(db: Database): ExchangeArea {
  const find = (serial: string, service: string, cui: string, environment: string) =>
    db.get<RightBody>(
      `SELECT serial, service, cui, answer, at FROM certificate_rights
        WHERE serial = :serial AND service = :service AND cui = :cui AND environment = :environment`,
      { serial, service, cui, environment },
    )
  return {
    area: 'rights',
    source: {
      table: 'certificate_rights',
      columns: 'answer',
      environment: 'NEW.environment',
      key: `NEW.serial || ' ' || NEW.service || ' ' || NEW.cui`,
      company: 'NEW.cui',
    },
    find(key, environment) {
      const [serial = '', service = '', cui = ''] = key.split(' ')
      const row = find(serial, service, cui, environment)
      return row && { company: cui, body: { ...row }, sha256: null }
    },
    nameOf({ body }) {
      const { serial, service, cui } = v.parse(RightBody, body)
      return { key: `${serial} ${service} ${cui}`, company: cui }
    },
    receive({ body, environment }) {
      const theirs = v.parse(RightBody, body)
      const ours = find(theirs.serial, theirs.service, theirs.cui, environment)
      if (ours && ours.at >= theirs.at) return { wanted: false }
      db.run(
        `INSERT OR REPLACE INTO certificate_rights (serial, service, environment, cui, answer, at)
          VALUES (:serial, :service, :environment, :cui, :answer, :at)`,
        { ...theirs, environment },
      )
      return { wanted: false }
    },
  }
}
