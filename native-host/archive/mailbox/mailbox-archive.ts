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
/** Selects messages; days are Romania's, both ends included. */
export type MailFilter = Omit<MailQuery, 'sort' | 'limit' | 'offset'>

export type Mailbox = {
  /**
   * Records list entries; entries that are known stay as they are. Each new act created at or after `noticeSince` (epoch
   * ms) gets a notice, in the same transaction. Returns the number of new entries.
   */
  record(entries: readonly ListedMail[], noticeSince: number): number
  /** Messages to be downloaded (`listed` or `failed`), of these companies or of all, the oldest first. */
  pending(cuis?: readonly string[]): { id: string; cui: string; createdAt: number }[]
  /** These messages, of any company, as far as they are still to be downloaded. */
  pendingOf(ids: readonly string[]): { id: string; cui: string; createdAt: number }[]
  /** As `Messages.claim`; also claims a message that was refused before. */
  claim(id: string): boolean
  release(id: string): void
  /** Archives the bytes that an interrupted run left on disk; false if there are none. */
  recover(id: string): Promise<boolean>
  /**
   * Archives a PDF byte for byte: the file first, then the index, with a notice if it is a requested report. Idempotent.
   * Throws `answer-unexpected`, and keeps the bytes aside, if they are not a PDF.
   */
  store(id: string, pdf: Uint8Array): Promise<void>
  /** Records that the authority refuses the document; `note` is its reason. */
  markRefused(id: string, note: string): void
  markFailed(id: string, error: ErrorBody): void
  list(query: MailQuery): ResultOf<'mailbox.list'>
  /** Ids of all messages that match, the oldest first. */
  idsOf(filter: MailFilter): string[]
  get(id: string): MailboxItem | undefined
  /** When the message's note or error became known, epoch ms; null if that is unknown. */
  absentSince(id: string): number | null
  /** The archived bytes, checked against the index. Throws `document-missing` or `document-damaged`. */
  read(ref: Extract<DocumentRef, { area: 'mailbox' }>): Promise<ArchivedDocument>
  /** Marks one message, those of a company, or all. */
  markSeen(which: { id?: string | undefined; cui?: string | undefined }): void
  unread(): number
  /**
   * How far the list of all rights, or this company's list, was read, epoch ms of the service's clock; undefined before
   * the first reading.
   */
  listedUntil(cui: string | undefined): number | undefined
  setListedUntil(cui: string | undefined, moment: number): void
  /** End of the last complete sync of all rights, epoch ms. */
  syncedAt(): number | null
  setSynced(moment: number): void
}

/** The inventory of SPV rights, and the person's answers to the offer of adding its companies to the list (S-02). */
export type Rights = {
  list(): SpvRights
  /** Whether any list has brought the inventory yet. */
  areKnown(): boolean
  /** Whether the last inventory, which is the present certificate's, names the CUI or CNP. */
  has(cui: string): boolean
  /** The CUIs and CNPs that the last inventory names. */
  held(): string[]
  /** CUIs and CNPs that the last inventory lacks, with the names of the certificates whose inventory has them. */
  heldByOthers(): { cui: string; certificates: string[] }[]
  /**
   * Records the inventory that a list brought. A right that it does not name is gone only if no other certificate has
   * it.
   */
  record(inventory: { certificateSerial: string; cuis: readonly string[] }): void
  /** Whether rights were added since the list was last read as far back as it goes. */
  areBehind(): boolean
  /** Records that the list was read as far back as it goes, for all rights. */
  caughtUp(): void
  /** Records that the person answered for every offered company. */
  answered(): void
  /** Number of companies that the person has not been asked about. */
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
   * Records the same request for each company as `sending`, in one transaction. If a company has the same request open
   * or unknown and `again` is false, writes nothing and returns that request.
   */
  begin(
    draft: { type: string; cuis: readonly string[]; params: RequestParams },
    again: boolean,
  ): { requests: ReportRequest[] } | { open: ReportRequest }
  /**
   * Claims a request to send it; undefined while another living process has it, or once it was claimed. A request is
   * claimed only once: when its process dies, it becomes `unknown`.
   */
  claim(id: number): ReportRequest | undefined
  release(id: number): void
  isClaimed(id: number): boolean
  /** Gives back a claimed request that was certainly not sent; it can be claimed again. */
  putBack(id: number, nextCheckAt: number, trouble: ErrorBody | null): void
  /** Postpones every unsent and unclaimed request, for the same reason. */
  postpone(nextCheckAt: number, trouble: ErrorBody): void
  update(id: number, change: RequestChange): ReportRequest
  get(id: number): ReportRequest | undefined
  /** The requests with these ids, by id; unknown ids are left out. */
  ofIds(ids: readonly number[]): ReportRequest[]
  list(query: { cui?: string | undefined; open: boolean; limit: number; offset: number }): {
    items: ReportRequest[]
    total: number
  }
  /** Requests that are not over: to be sent, or waiting for their message or its document; unsent ones first. */
  open(): ReportRequest[]
  openCount(): number
  /** Makes every request that waits for a session due now; returns their number. */
  wake(): number
  /** Favourites first, then the latest used ones. */
  presets(): RequestPreset[]
  setFavourite(type: string, params: RequestParams, favourite: boolean): void
}

/** News for the person, each item once. */
export type Notices = {
  list(after: number, limit: number): { notices: Notice[]; latest: number }
  /** Records that the session that began at `since` (epoch ms) ended while it was still needed. */
  sessionNeeded(service: string, since: number): void
  /** Records the warning that is due for each of these certificates (H-11). */
  certificatesEnding(ending: readonly ExpiringCertificate[]): void
  /** Records that there is something to do on this day (`yyyy-MM-dd`); once a day. */
  morning(day: string): void
  isMorningTold(day: string): boolean
  /** Records that the e-Factura authorization ends soon; once for each end. */
  authorizationEnds(day: string): void
  /**
   * Records the number of documents that will soon be gone from the authority, the first after this day; once for each
   * such day.
   */
  leaving(day: string, count: number): void
}
