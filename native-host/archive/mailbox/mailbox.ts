import { basename } from 'node:path/posix'
import type { ListedMail } from '../../../shared/domain/mailbox.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Database } from '../core/database.ts'
import type { NoticeBook } from '../core/notices.ts'
import type { StoredDocument } from '../store/document-store.ts'
import { sha256Of } from '../store/hash.ts'
import { bringFromElsewhere, type Elsewhere, findBytes, intactBytes } from '../store/stored-bytes.ts'
import { type MailDocuments, mailFileName } from './mail-documents.ts'
import type { Mailbox } from './mailbox-archive.ts'
import type { MailIndex } from './message-index.ts'
import { listMail, mailConditions } from './message-list.ts'
import { type MailRow, toMail, toMailItem } from './message-rows.ts'

type Options = {
  db: Database
  index: MailIndex
  documents: MailDocuments
  notices: NoticeBook
  environment: Environment
  now: () => number
  elsewhere?: Elsewhere | undefined
}

/** Messages of the mailbox: rows of the index and files on disk together. */
export function createMailbox({ db, index, documents, notices, environment, now, elsewhere }: Options): Mailbox {
  const known = (id: string): MailRow => {
    const row = index.find(id)
    if (!row) throw new RecipisaError('message-unknown', { id })
    return row
  }

  /** The type of the report that was requested, for the file's name. */
  const subjectOf = ({ requestId }: Pick<ListedMail, 'requestId'>): string | null =>
    db.get<{ type: string }>('SELECT type FROM requests WHERE request_id = :requestId', { requestId })?.type ?? null

  const place = (mail: ListedMail, incoming: StoredDocument) =>
    documents.place(mail, mailFileName(mail, subjectOf(mail)), incoming)

  const archived = (id: string, stored: StoredDocument) =>
    db.durable(() => {
      index.archive(id, stored, false)
      const { requestId } = known(id)
      if (requestId !== null) notices.report(requestId)
    })

  const store: Mailbox['store'] = async (id, pdf) => {
    const row = known(id)
    // An intact document stays unchanged, including its file.
    if (row.state === 'archived' && row.sha256 === sha256Of(pdf) && (await intactBytes(documents, row))) return
    const { stored } = await place(toMail(row), await documents.receive(id, pdf))
    archived(id, stored)
  }

  return {
    record: (entries, noticeSince) =>
      db.durable(() => {
        const added = entries.filter(entry => index.record(entry))
        for (const mail of added) if (mail.kind === 'act' && mail.createdAt >= noticeSince) notices.act(mail)
        return added.length
      }),
    pending: cuis => index.pending(cuis),
    pendingOf: ids => index.pendingOf(ids),
    claim: id => index.claim(id),
    release: id => index.release(id),
    async recover(id) {
      const mail = toMail(known(id))
      const incoming = await documents.incoming(id)
      const { stored } = (incoming ? await place(mail, incoming) : await documents.placed(mail)) ?? {}
      if (stored) archived(id, stored)
      return stored !== undefined
    },
    store,
    markRefused: (id, note) => index.markRefused(id, note),
    markFailed: (id, error) => index.markFailed(id, error),
    list: query => listMail({ db, index, environment, now }, query),
    idsOf(filter) {
      const { where, params } = mailConditions(environment, filter, now())
      return index.select(`${where} ORDER BY mail.created_at, mail.n`, params).map(({ id }) => id)
    },
    get(id) {
      const row = index.find(id)
      return row && toMailItem(row)
    },
    absentSince: id => index.find(id)?.toldAt ?? null,
    async read({ id }) {
      await bringFromElsewhere(known(id), elsewhere, pdf => store(id, pdf))
      const { bytes, path, sha256 } = await findBytes({ store: documents, index, known }, known(id))
      return { fileName: basename(path), mediaType: 'application/pdf', bytes, sha256 }
    },
    markSeen({ id, cui }) {
      const which = [...(id === undefined ? [] : ['AND id = :id']), ...(cui === undefined ? [] : ['AND cui = :cui'])]
      const params = { ...(id === undefined ? {} : { id }), ...(cui === undefined ? {} : { cui }) }
      db.run(`UPDATE mail SET seen = 1 WHERE seen = 0 ${which.join(' ')}`, params)
    },
    unread: () => db.get<{ unread: number }>('SELECT count(*) AS unread FROM mail WHERE seen = 0')?.unread ?? 0,
    listedUntil(cui) {
      const row = db.get<{ moment: number | null }>(
        `SELECT max(listed_until) AS moment FROM mail_lists WHERE cui IN ('', :cui)`,
        { cui: cui ?? '' },
      )
      return row?.moment ?? undefined
    },
    setListedUntil(cui, moment) {
      db.run(
        `INSERT INTO mail_lists (cui, listed_until) VALUES (:cui, :moment)
          ON CONFLICT (cui) DO UPDATE SET listed_until = excluded.listed_until`,
        { cui: cui ?? '', moment },
      )
    },
    syncedAt: () => db.get<{ at: number | null }>('SELECT synced_at AS at FROM spv_holder')?.at ?? null,
    setSynced(moment) {
      db.run(
        `INSERT INTO spv_holder (one, synced_at) VALUES (1, :moment)
          ON CONFLICT (one) DO UPDATE SET synced_at = excluded.synced_at`,
        { moment },
      )
    },
  }
}
