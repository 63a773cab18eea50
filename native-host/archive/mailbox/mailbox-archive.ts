import type { ListedMail } from '../../../shared/domain/mailbox.ts'
import type { RequestParams } from '../../../shared/domain/requests.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { ExpiringCertificate } from '../../../shared/protocol/certificates.ts'
import type { DocumentRef } from '../../../shared/protocol/invoices/documents.ts'
import type { MailboxItem, SpvRights } from '../../../shared/protocol/mailbox.ts'
import type { Params, ResultOf } from '../../../shared/protocol/methods.ts'
import type { Notice } from '../../../shared/protocol/notices.ts'
import type { ReportRequest, RequestPreset } from '../../../shared/protocol/requests.ts'
import type { ArchivedDocument } from '../core/archive.ts'

/** The mailbox's part of `Archive`: the same in every environment, because there is only one SPV. */
export type MailboxArchive = {
  readonly mailbox: Mailbox
  readonly rights: Rights
  readonly requests: Requests
  readonly notices: Notices
}

export type MailQuery = Omit<Params<'mailbox.list'>, 'unread'> & { unread?: boolean }
/** Which messages are meant; days are Romania's, both ends included. */
export type MailFilter = Omit<MailQuery, 'sort' | 'limit' | 'offset'>

export type Mailbox = {
  /**
   * Records list entries; entries that are known stay as they are. Each new act created at or after `noticeSince` (epoch
   * ms) gets a notice, in the same transaction. Returns the number of new entries.
   */
  record(entries: readonly ListedMail[], noticeSince: number): number
  /** Messages to be downloaded (`listed` or `failed`), of these companies or of all, the oldest first. */
  pending(cuis?: readonly string[]): { id: string; cui: string; createdAt: number }[]
  /** Those of these messages that are still to be downloaded, of any company. */
  pendingOf(ids: readonly string[]): { id: string; cui: string; createdAt: number }[]
  /** As `Messages.claim`; also claims a message that was refused before. */
  claim(id: string): boolean
  release(id: string): void
  /** Archives the bytes that an interrupted run has left on disk; false if there are none. */
  recover(id: string): Promise<boolean>
  /**
   * Archives a PDF byte for byte: the file first, then the index, with a notice if it is a requested report. Idempotent.
   * Throws `answer-unexpected`, and keeps the bytes aside, if they are not a PDF.
   */
  store(id: string, pdf: Uint8Array): Promise<void>
  /** Records that the authority does not give the document out; `note` is its reason. */
  markRefused(id: string, note: string): void
  markFailed(id: string, error: ErrorBody): void
  list(query: MailQuery): ResultOf<'mailbox.list'>
  /** Ids of all messages that match, the oldest first. */
  idsOf(filter: MailFilter): string[]
  get(id: string): MailboxItem | undefined
  /** Since when the note or error of a message is known, epoch ms; null where that is not known. */
  absentSince(id: string): number | null
  /** The archived bytes, checked against the index. Throws `document-missing` or `document-damaged`. */
  read(ref: Extract<DocumentRef, { area: 'mailbox' }>): Promise<ArchivedDocument>
  /** Marks one message, those of a company, or all. */
  markSeen(which: { id?: string | undefined; cui?: string | undefined }): void
  unread(): number
  /** How far the list of all rights, or this company's, was read, epoch ms; undefined before the first reading. */
  listedUntil(cui: string | undefined): number | undefined
  setListedUntil(cui: string | undefined, moment: number): void
  /** End of the last complete sync of all rights, epoch ms. */
  syncedAt(): number | null
  setSynced(moment: number): void
}

/** The inventory of SPV rights, and the person's answers to the offer to add its companies to the list (S-02). */
export type Rights = {
  list(): SpvRights
  /** Whether any list brought the inventory yet. */
  areKnown(): boolean
  /** Whether the last inventory, which is the present certificate's, names the CUI or CNP. */
  has(cui: string): boolean
  /** The CUIs and CNPs that it names. */
  held(): string[]
  /** CUIs and CNPs that it does not name, with the names of the certificates whose inventory does. */
  heldByOthers(): { cui: string; certificates: string[] }[]
  /** Records the inventory that a list brought. What it does not name is gone only if no other certificate has it. */
  record(inventory: { certificateSerial: string; cuis: readonly string[] }): void
  /** Whether rights were added since the list was last read as far back as it goes. */
  areBehind(): boolean
  /** Records that the list was read as far back as it goes, for all rights. */
  caughtUp(): void
  /** Records that the person answered for every company that was offered. */
  answered(): void
  /** Number of companies that the person was not asked about yet. */
  offered(): number
}

export type RequestChange = Partial<
  Pick<ReportRequest, 'requestId' | 'note' | 'answeredAt' | 'nextCheckAt' | 'trouble'> & {
    state: 'sending' | 'not-sent' | 'unknown' | 'rejected' | 'requested'
  }
>

/** Requests for reports. Their answers are found among the messages (S-08). */
export type Requests = {
  /**
   * Records the same request for each company as `sending`, in one transaction. If a company has the same request open or
   * unknown and `again` is false, nothing is written and that request is returned.
   */
  begin(
    draft: { type: string; cuis: readonly string[]; params: RequestParams },
    again: boolean,
  ): { requests: ReportRequest[] } | { open: ReportRequest }
  /**
   * Claims a request to send it; undefined while another living process has it, or once it was claimed. A request is
   * claimed once: when its process dies, it is `unknown`.
   */
  claim(id: number): ReportRequest | undefined
  release(id: number): void
  isClaimed(id: number): boolean
  /** Gives back a claimed request that was certainly not sent; it can be claimed again. */
  putBack(id: number, nextCheckAt: number, trouble: ErrorBody | null): void
  /** Postpones every request that is to be sent and was not claimed, for the same reason. */
  postpone(nextCheckAt: number, trouble: ErrorBody): void
  update(id: number, change: RequestChange): ReportRequest
  get(id: number): ReportRequest | undefined
  /** The requests with these ids, by id; unknown ids are left out. */
  ofIds(ids: readonly number[]): ReportRequest[]
  list(query: { cui?: string | undefined; open: boolean; limit: number; offset: number }): {
    items: ReportRequest[]
    total: number
  }
  /** Requests that are not over: to be sent, or waiting for their message or its document; those to be sent first. */
  open(): ReportRequest[]
  openCount(): number
  /** Makes every request that waits for a session due now; returns their number. */
  wake(): number
  /** Favourites first, then the latest used ones. */
  presets(): RequestPreset[]
  setFavourite(type: string, params: RequestParams, favourite: boolean): void
}

/** News for the person, each thing once. */
export type Notices = {
  list(after: number, limit: number): { notices: Notice[]; latest: number }
  /** Records that the session that began at `since` (epoch ms) ended while there was work for it. */
  sessionNeeded(service: string, since: number): void
  /** Records the warning that is due for each of these certificates (H-11). */
  certificatesEnding(ending: readonly ExpiringCertificate[]): void
  /** Records that on this day (`yyyy-MM-dd`) there is something to be done; once a day. */
  morning(day: string): void
  isMorningTold(day: string): boolean
  /** Records that the e-Factura authorization ends soon; once for each end. */
  authorizationEnds(day: string): void
  /** Records that so many documents cannot be downloaded soon, the first after this day; once for each such day. */
  leaving(day: string, count: number): void
}
