import * as v from 'valibot'
import { ListedMail } from '../../../shared/domain/mailbox.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { type DocumentKind, type DocumentStore, SIDECAR_ENTRIES } from '../store/document-store.ts'
import { digits, safePart } from '../store/names.ts'
import { isPdf } from '../store/pdf.ts'
import { periodText } from './message-rows.ts'

const MailSidecar = v.object({
  ...SIDECAR_ENTRIES,
  file: v.pipe(v.string(), v.regex(/^[\w-]+\.pdf$/)),
  mail: ListedMail,
})
export type MailSidecar = v.InferOutput<typeof MailSidecar>
export type MailDocuments = DocumentStore<ListedMail, MailSidecar>

/** Folder of the mailbox's documents, below the month's. */
const FOLDER = 'mesaje-spv'

/** PDFs of the SPV mailbox. */
export const MAIL: DocumentKind<ListedMail, MailSidecar> = {
  // These ids and those of the invoices' lists are separate series.
  incomingName: id => `spv-${digits(id)}.pdf`,
  isWhole: isPdf,
  problem: 'not a PDF',
  idOf: ({ id }) => id,
  folderOf({ cui, createdAt }) {
    const [year, month] = romaniaDay(createdAt).split('-')
    return [digits(cui), year, month, FOLDER].join('/')
  },
  folders: [FOLDER],
  sidecarName: id => `.${digits(id)}.json`,
  sidecarNames: /^\.\d+\.json$/,
  sidecar: MailSidecar,
  idIn: ({ mail }) => mail.id,
  toSidecar: (mail, facts) => ({ version: 1, ...facts, mail }),
}

/** `2026-11-20_RECIPISA_D112-2026-10_3001474425.pdf`; unique by the id. `subject`: the name's part after the type. */
export function mailFileName({ id, type, createdAt, receipt }: ListedMail, subject: string | null): string {
  const confirmed = receipt && [receipt.form, receipt.period && periodText(receipt.period)].filter(Boolean).join('-')
  const parts = [romaniaDay(createdAt), safePart(type), safePart(confirmed || subject || ''), digits(id)]
  return `${parts.filter(part => part !== '').join('_')}.pdf`
}
