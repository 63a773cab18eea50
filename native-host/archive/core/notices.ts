import { warningDue } from '../../../shared/domain/certificates.ts'
import type { ListedMail } from '../../../shared/domain/mailbox.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import type { Notice } from '../../../shared/protocol/notices.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Notices } from '../mailbox/mailbox-archive.ts'
import { nameOf } from './companies.ts'
import type { Database, SqlParams } from './database.ts'

/** How many of the latest notices to keep. */
const KEPT = 1000

/** `Notices` with the methods that write them, each within the caller's transaction. */
export type NoticeBook = Notices & {
  act(mail: ListedMail): void
  /**
   * A requested report is archived: the message that answers this request. Does nothing for another program's request.
   */
  report(requestId: string): void
  /** The receipt of a declaration is archived. */
  receipt(declaration: Pick<Declaration, 'id' | 'cui' | 'form' | 'receiptMessageId'>): void
  /** An upload has its outcome. */
  upload(upload: Pick<Upload, 'id' | 'cui' | 'fileName' | 'invoice'>, outcome: 'filing-valid' | 'filing-errors'): void
  /** A declaration was refused. A valid one gets a notice for its receipt instead. */
  refused(declaration: Pick<Declaration, 'id' | 'cui' | 'form' | 'fileName'>): void
}

type Options = { db: Database; environment: Environment; now: () => number }

export function createNotices({ db, environment, now }: Options): NoticeBook {
  const write = (about: string, kind: Notice['kind'], facts: SqlParams) => {
    const added = db.run(
      `INSERT OR IGNORE INTO notices (about, kind, at, cui, message_id, subject, served_on, ends_on)
        VALUES (:about, :kind, :now, :cui, :messageId, :subject, :servedOn, :endsOn)`,
      { about, kind, now: now(), cui: null, messageId: null, servedOn: null, endsOn: null, ...facts },
    )
    if (added > 0) db.run('DELETE FROM notices WHERE id <= (SELECT max(id) FROM notices) - :kept', { kept: KEPT })
  }

  return {
    act: ({ id, cui, type, servedOn }) => write(`act ${id}`, 'act', { cui, messageId: id, subject: type, servedOn }),
    report(requestId) {
      const report = db.get<{ id: string; cui: string; type: string }>(
        `SELECT mail.id, mail.cui, requests.type FROM requests JOIN mail ON mail.request_id = requests.request_id
          WHERE requests.request_id = :requestId AND mail.state = 'archived' ORDER BY mail.n LIMIT 1`,
        { requestId },
      )
      if (report) {
        const { id, cui, type } = report
        write(`report ${id}`, 'report', { cui, messageId: id, subject: type })
      }
    },
    receipt({ id, cui, form, receiptMessageId: messageId }) {
      write(`receipt ${id}`, 'receipt', { cui, messageId, subject: form ?? '' })
    },
    upload: ({ id, cui, fileName, invoice }, outcome) =>
      write(`uploads ${id} ${environment}`, outcome, { cui, subject: invoice?.number || fileName }),
    refused: ({ id, cui, form, fileName }) =>
      write(`declarations ${id}`, 'filing-errors', { cui, subject: form ?? fileName ?? '' }),
    morning: day => db.transaction(() => write(`morning ${day}`, 'morning', { subject: '' })),
    isMorningTold: day =>
      db.get('SELECT 1 FROM notices WHERE about = :about', { about: `morning ${day}` }) !== undefined,
    authorizationEnds: day =>
      db.transaction(() => write(`authorization ${day}`, 'authorization-ends', { subject: '', servedOn: day })),
    leaving: (day, count) =>
      db.transaction(() => write(`leaving ${day}`, 'leaving', { subject: String(count), servedOn: day })),
    sessionNeeded(service, since) {
      db.transaction(() => write(`session ${service} ${since}`, 'session-needed', { subject: service }))
    },
    certificatesEnding(ending) {
      db.transaction(() => {
        for (const { serial, subject, validUntil } of ending) {
          const days = warningDue(validUntil, now())
          if (days === undefined) continue
          write(`certificate ${serial} ${days}`, 'certificate', { subject, endsOn: romaniaDay(validUntil) })
        }
      })
    },
    list(after, limit) {
      const notices = db
        .all<Omit<Notice, 'filing'> & { about: string }>(
          `SELECT id, about, kind, at, cui, ${nameOf('notices.cui')} AS companyName, message_id AS messageId, subject,
              served_on AS servedOn, ends_on AS endsOn
            FROM notices WHERE id > :after ORDER BY id LIMIT :limit`,
          { after, limit, environment },
        )
        .map(({ about, ...row }) => ({ ...row, filing: filingOf(about) }))
      // Includes notices no longer kept: ids are never used twice.
      const row = db.get<{ latest: number }>(`SELECT seq AS latest FROM sqlite_sequence WHERE name = 'notices'`)
      return { notices, latest: row?.latest ?? 0 }
    },
  }
}

/** `uploads 12 prod` and `declarations 12` name a filing. */
function filingOf(about: string): Notice['filing'] {
  const [, area, id] = /^(uploads|declarations) (\d+)/.exec(about) ?? []
  return area === 'uploads' || area === 'declarations' ? { area, id: Number(id) } : null
}
