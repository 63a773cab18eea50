import type { ListedMail, MailboxKind } from '../../../shared/domain/mailbox.ts'
import type { DocumentRef } from '../../../shared/protocol/documents.ts'
import type { ErrorBody } from '../../../shared/protocol/envelope.ts'
import type { MailboxItem, SpvRights } from '../../../shared/protocol/mailbox.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { Notice } from '../../../shared/protocol/notices.ts'
import type { ReportRequest, RequestParams, RequestPreset } from '../../../shared/protocol/requests.ts'
import type { ArchivedDocument } from '../core/archive.ts'

/** The mailbox's part of `Archive`: the same whichever environment is open, since SPV is one. */
export type MailboxArchive = {
  readonly mailbox: Mailbox
  readonly rights: Rights
  readonly requests: Requests
  readonly notices: Notices
}

export type MailQuery = {
  cui?: string | undefined
  type?: string | undefined
  kind?: MailboxKind | undefined
  /** Romania's calendar days, both included. */
  since?: string | undefined
  until?: string | undefined
  search?: string | undefined
  unread: boolean
  limit: number
  offset: number
}

export type Mailbox = {
  /**
   * Remembers list entries; those already known stay as they are. New acts that are not older than `tellSince` (epoch ms)
   * give a notice each, in the same transaction. Returns how many entries were new.
   */
  record(entries: readonly ListedMail[], tellSince: number): number
  /** Messages that still want a download (`listed` or `failed`), of these companies or of all, the oldest first. */
  pending(cuis?: readonly string[]): { id: string; cui: string; createdAt: number }[]
  /** Those of these messages that still want a download, whosever they are. */
  pendingOf(ids: readonly string[]): { id: string; cui: string; createdAt: number }[]
  /** Claims a message for download by this process, as `Messages.claim`; also one that was refused before. */
  claim(id: string): boolean
  release(id: string): void
  /** Finds bytes that an interrupted run had already brought to disk and archives them; true when there were any. */
  recover(id: string): Promise<boolean>
  /**
   * Archives a PDF byte for byte: temporary name, fsync, rename, then index, and the notice of a report that was asked
   * for. What is no PDF by its bytes is kept aside and `answer-unexpected` is thrown. Idempotent.
   */
  store(id: string, pdf: Uint8Array): Promise<void>
  /** The authority does not give the document out, and says why. */
  markRefused(id: string, note: string): void
  markFailed(id: string, error: ErrorBody): void
  list(query: MailQuery): ResultOf<'mailbox.list'>
  get(id: string): MailboxItem | undefined
  /** Since when it is known what its note or error says; null where that is not known. */
  toldAt(id: string): number | null
  /** The archived bytes, checked against the index; throws `document-missing` or `document-damaged`. */
  read(ref: Extract<DocumentRef, { area: 'mailbox' }>): Promise<ArchivedDocument>
  /** One message, those of a company, or all. */
  markSeen(which: { id?: string | undefined; cui?: string | undefined }): void
  unread(): number
  /** Moment up to which the list of all rights, or at least this company's, was read; undefined before the first time. */
  listedUntil(cui: string | undefined): number | undefined
  setListedUntil(cui: string | undefined, moment: number): void
  /** End of the last sync of all rights that went through. */
  syncedAt(): number | null
  setSynced(moment: number): void
}

/** The authorization inventory, and the user's answers to the offer to put its companies on the list (S-02). */
export type Rights = {
  list(): SpvRights
  /** Whether the inventory was ever told. */
  areKnown(): boolean
  /** Whether the last inventory names the CUI or CNP. */
  has(cui: string): boolean
  /** Writes the inventory of a list down. */
  record(inventory: { certificateSerial: string; cuis: readonly string[] }): void
  /** Whether some of them came after the list was last read as far back as it goes. */
  areBehind(): boolean
  /** The list was read as far back as it goes, for all of them. */
  caughtUp(): void
  /** All that are offered have been answered. */
  answered(): void
  /** How many the user was not asked about. */
  offered(): number
}

export type RequestChange = Partial<
  Pick<ReportRequest, 'requestId' | 'note' | 'answeredAt' | 'nextCheckAt' | 'trouble'> & {
    state: 'sending' | 'not-sent' | 'unknown' | 'rejected' | 'requested'
  }
>

/** Journal of requests for reports (docs/decisions/0022-requests-are-joined.md, S-08). */
export type Requests = {
  /**
   * Writes the same request down for each company, in one transaction, as `sending`. Where a company's same request is
   * open or unknown and `again` is false, nothing is written and that one is returned.
   */
  begin(
    draft: { type: string; cuis: readonly string[]; params: RequestParams },
    again: boolean,
  ): { requests: ReportRequest[] } | { open: ReportRequest }
  /**
   * Takes a request that is `sending`, to send it; undefined while another living process has it, or once it was taken:
   * when its process dies it is `unknown`.
   */
  claim(id: number): ReportRequest | undefined
  release(id: number): void
  isClaimed(id: number): boolean
  /** Gives a claimed request back that was certainly not sent, to be sent later. */
  putBack(id: number, nextCheckAt: number, trouble: ErrorBody | null): void
  /** Has all that wait to be sent, and that nobody has taken, wait longer for the same reason. */
  postpone(nextCheckAt: number, trouble: ErrorBody): void
  update(id: number, change: RequestChange): ReportRequest
  get(id: number): ReportRequest | undefined
  /** Those of these ids that there are, in their order. */
  ofIds(ids: readonly number[]): ReportRequest[]
  list(query: { cui?: string | undefined; open: boolean; limit: number; offset: number }): {
    items: ReportRequest[]
    total: number
  }
  /** All that are not over: to be sent, or waiting for their message or its document; those to be sent first. */
  open(): ReportRequest[]
  openCount(): number
  /** Has everything that waited for a session looked at now; returns how many there are. */
  wake(): number
  /** Favourites first, then the latest used. */
  presets(): RequestPreset[]
  setFavourite(type: string, params: RequestParams, favourite: boolean): void
}

/** What is worth telling a person, each thing once. */
export type Notices = {
  list(after: number, limit: number): { notices: Notice[]; latest: number }
  /** The session that began at `since` has ended while there was work for it. */
  sessionNeeded(service: string, since: number): void
}
