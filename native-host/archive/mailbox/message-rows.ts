import type { ListedMail, Period, ReceiptDetails } from '../../../shared/domain/mailbox.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { MailboxItem } from '../../../shared/protocol/mailbox.ts'
import { fold } from '../../../shared/text/search-words.ts'
import { nameOf } from '../core/companies.ts'

/** A row of `mail`, as `MAIL_COLUMNS` select it. */
export type MailRow = Omit<ListedMail, 'hasTime' | 'receipt'> & {
  hasTime: number
  receipt: string | null
  companyName: string | null
  state: MailboxItem['state']
  seen: number
  path: string | null
  sha256: string | null
  size: number | null
  note: string | null
  error: string | null
  toldAt: number | null
}

/** `:environment`: its invoices are the first source of the company's name. */
export const MAIL_COLUMNS = `mail.id, mail.cui, mail.type, mail.kind, mail.details, mail.created_at AS createdAt,
  mail.has_time AS hasTime, mail.request_id AS requestId, mail.receipt, mail.served_on AS servedOn, mail.state, mail.seen,
  mail.path, mail.sha256, mail.size, mail.note, mail.error, mail.told_at AS toldAt, ${nameOf('mail.cui')} AS companyName`

export function toMail(row: MailRow): ListedMail {
  const { id, cui, type, kind, details, createdAt, requestId, servedOn } = row
  const receipt = row.receipt === null ? null : (JSON.parse(row.receipt) as ReceiptDetails)
  return { id, cui, type, kind, details, createdAt, hasTime: row.hasTime === 1, requestId, receipt, servedOn }
}

export function toMailItem(row: MailRow): MailboxItem {
  const { companyName, state, path, sha256, size, note } = row
  const isArchived = state === 'archived'
  return {
    ...toMail(row),
    companyName,
    state,
    seen: row.seen === 1,
    fileName: isArchived ? (path?.split('/').at(-1) ?? null) : null,
    size: isArchived ? size : null,
    sha256: isArchived ? sha256 : null,
    note,
    error: row.error === null ? null : (JSON.parse(row.error) as ErrorBody),
  }
}

/** Folded text for searches, without the company's name. */
export function mailSearchText({ id, cui, type, details, requestId, receipt }: ListedMail): string {
  const { form, registrationNumber, uploadIndex, period } = receipt ?? {}
  const parts = [id, cui, type, details, requestId, form, registrationNumber, uploadIndex, period && periodText(period)]
  return fold(parts.filter(part => part).join(' '))
}

/** `2026-10`, or `2026` for a whole year. */
export function periodText({ year, month }: Period): string {
  return month === null ? String(year) : `${year}-${String(month).padStart(2, '0')}`
}
