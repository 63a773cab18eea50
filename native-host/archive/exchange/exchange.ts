import * as v from 'valibot'
import { Environment, Sha256 } from '../../../shared/domain/values.ts'

export const SharedArea = v.picklist([
  'companies',
  'rights',
  'invoices',
  'mail',
  'receipts',
  'uploads',
  'declarations',
  'requests',
  'books',
])
export type SharedArea = v.InferOutput<typeof SharedArea>

/** An item of the archive as seats exchange it. `environment`: '' if the area has only one. */
export const SharedEntry = v.object({
  area: SharedArea,
  environment: v.union([Environment, v.literal('')]),
  key: v.string(),
  company: v.string(),
  /** The item's facts; each area has its own, and checks what it receives. */
  body: v.unknown(),
  /** The document's hash; null without a document. */
  sha256: v.nullable(Sha256),
})
export type SharedEntry = v.InferOutput<typeof SharedEntry>

/**
 * An entry from the office. `seat`: the other seat that wrote it; null for this seat's own, which this archive has lost.
 * `isHistory`: it was there when this archive joined, and is no news to the person.
 */
export type ReceivedEntry = SharedEntry & { seat: string | null; isHistory: boolean }

/** An item that has yet to go out. `n` is new with each change. */
export type OutgoingEntry = SharedEntry & { n: number }

/**
 * The reading position in the office's news. `epoch` changes when the office is restored from a backup; `since` is the
 * first transaction that was news when this archive joined.
 */
export type Cursor = { epoch: string; txid: string; seq: string; since: string }

/** An item whose content here differs from the office's; both are SHA-256. */
export type Conflict = Pick<SharedEntry, 'area' | 'key' | 'company'> & { ours: string; theirs: string }

/** An archive's exchange with others, in its own words; no network. Entries of other environments wait for theirs. */
export type Exchange = {
  /**
   * The computer, for the claim of a content (SHA-256): its name, a space, and the id by which this archive claims it.
   * Several computers may use the login of one seat, and the journal of each keeps only itself from sending twice. A copy
   * of the archive from before its first claim has another id.
   */
  computer(sha256: string): string
  /** From here on, records every change for the office, and once everything already here. Idempotent. */
  begin(): void
  /** Ends that, and forgets the outgoing entries. The archive stays as it is. */
  end(): void
  /**
   * Outgoing entries after `n`, of these companies or of all, the oldest change first. Items deleted meanwhile are left
   * out and forgotten.
   */
  outgoing(query: { after: number; limit: number; companies: readonly string[] | 'all' }): OutgoingEntry[]
  /** Whether nothing about its item has changed since this outgoing change. */
  isLatest(n: number): boolean
  /** The number of the latest outgoing change; 0 if there is none. */
  lastChange(): number
  /** Number of items that have yet to go out. */
  waiting(): number
  /** Forgets these changes, unless their items have changed again. `txid`: the office's transaction that took them. */
  sent(entries: readonly Pick<OutgoingEntry, 'n'>[], txid: string): void
  /**
   * Whether this archive has what its own seat wrote in this transaction of the office. What it has not is lost: the archive
   * was put back from a copy, or the seat has moved to a new one.
   */
  hasSent(txid: string): boolean
  /** A message as it would go out now. */
  entry(area: 'invoices' | 'mail', key: string): SharedEntry | undefined
  /** Records a person's yes to filing these contents (SHA-256) without the office; it holds for an hour, once each. */
  permit(contents: readonly string[]): void
  /** Whether there is such a yes; the call uses it up. */
  usePermit(sha256: string): boolean
  /** The bytes of an entry's document; undefined if this archive has only the entry. */
  bytes(entry: SharedEntry): Promise<Uint8Array | undefined>
  cursor(): Cursor | undefined
  /** When the office saw this archive, as noted last, in the server's words; undefined if never, or reading starts again. */
  lastSeen(): string | undefined
  seen(at: string): void
  /**
   * Takes over the entries and remembers the reading position, in one transaction. Identical items stay.
   * Without a cursor the reading stays at the beginning. Returns the entries that make no sense; they stop no other entry.
   */
  receive(entries: readonly ReceivedEntry[], cursor: Cursor | undefined): { entry: ReceivedEntry; error: unknown }[]
  /** Adds the texts of received items to the search index; searches find them even before that. */
  indexTexts(signal: AbortSignal): Promise<void>
  /**
   * Starts reading from the beginning. `isRestored`: the office was restored from a backup, so everything also goes out
   * again. What goes out again is no change: a later one of the office's stays.
   */
  restart(isRestored: boolean): void
  /** Documents that the office has and this archive lacks, after this key. */
  wanted(query: {
    after: string
    limit: number
    companies: readonly string[] | 'all'
  }): (SharedEntry & { at: string })[]
  /** Archives a wanted document. Throws `document-damaged` if the bytes are not the entry's. */
  bring(entry: SharedEntry, bytes: Uint8Array): Promise<void>
  conflicts(): Conflict[]
}

/** One kind of item. Methods other than `bytes` and `bring` work within the caller's transaction. */
export type ExchangeArea = {
  readonly area: SharedArea
  /** The values to record on a change; each is SQL about the row `NEW`. */
  readonly source: {
    table: string
    /** Columns whose change counts. */
    columns: string
    environment: string
    key: string
    company: string
  }
  /** SQL to run when a row of that table is deleted, about the row `OLD`. */
  readonly removed?: string
  /** The item as it is now; undefined if it is gone or not to be shared. */
  find(key: string, environment: string): Omit<SharedEntry, 'area' | 'environment' | 'key'> | undefined
  /** The body's own key and company: an entry under other ones is not taken. Throws a ValiError. */
  nameOf(entry: SharedEntry): { key: string; company: string | null }
  /**
   * The companies of what is here under the entry's key or the authority's number; null if it is not known whose that is.
   * The authority gives a number once, so an entry of another company is not taken. Absent if the key names the company.
   */
  holders?(entry: SharedEntry): (string | null)[]
  /** Takes over an entry. Returns the hash of another content that is here. Throws a ValiError. */
  receive(entry: ReceivedEntry): { conflict: string } | { wanted: boolean }
  /** Whether this archive has the document itself, and not only its entry. */
  holds?(key: string): boolean
  bytes?(key: string): Promise<Uint8Array | undefined>
  bring?(entry: SharedEntry, bytes: Uint8Array): Promise<void>
}
