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

/** A thing of the archive as seats exchange it. `environment`: '' where there is only one. */
export const SharedEntry = v.object({
  area: SharedArea,
  environment: v.union([Environment, v.literal('')]),
  key: v.string(),
  company: v.string(),
  /** Its facts; each area has its own, and checks what it receives. */
  body: v.unknown(),
  /** Of its document; null without one. */
  sha256: v.nullable(Sha256),
})
export type SharedEntry = v.InferOutput<typeof SharedEntry>

/** An entry of another seat. `isHistory`: it was there when this archive joined, and is no news to its person. */
export type ReceivedEntry = SharedEntry & { seat: string; isHistory: boolean }

/** A thing that is to go out. `n` is new with each change of it. */
export type OutgoingEntry = SharedEntry & { n: number }

/**
 * Where the reading of the office's news stands; `epoch` changes when the office was restored from a backup, and `since` is
 * the first transaction that was news when this archive joined.
 */
export type Cursor = { epoch: string; txid: string; seq: string; since: string }

/** One thing that has another content here than in the office; both are SHA-256. */
export type Conflict = Pick<SharedEntry, 'area' | 'key' | 'company'> & { ours: string; theirs: string }

/** What an archive exchanges with others, in its own words; no network. Entries of other environments wait for theirs. */
export type Exchange = {
  /** From here on every change is written down for the office; what is here already, once. Idempotent. */
  begin(): void
  /** Ends that, and forgets what was to go out. The archive stays as it is. */
  end(): void
  /**
   * What is to go out after `n`, of these companies or of all, the oldest change first. A thing that is gone meanwhile is
   * left out, and forgotten.
   */
  outgoing(query: { after: number; limit: number; companies: readonly string[] | 'all' }): OutgoingEntry[]
  /** The number of the latest change that is to go out; 0 where there is none. */
  lastChange(): number
  /** Number of things that are still to go out. */
  waiting(): number
  /** Forgets these changes, unless their things have changed again. */
  sent(entries: readonly Pick<OutgoingEntry, 'n'>[]): void
  /** A message as it would go out now. */
  entry(area: 'invoices' | 'mail', key: string): SharedEntry | undefined
  /** Writes down a person's yes to file these contents (SHA-256) without the office; it holds for an hour, once each. */
  permit(contents: readonly string[]): void
  /** Whether there is such a yes; it is used up by this. */
  usePermit(sha256: string): boolean
  /** The bytes of an entry's document; undefined where this archive has only the entry. */
  bytes(entry: SharedEntry): Promise<Uint8Array | undefined>
  cursor(): Cursor | undefined
  /**
   * Takes over what others have, and remembers how far it was read, in one transaction. What is the same here stays.
   * Without a cursor the reading stays at the beginning. Returns the entries that make no sense, which hold up no other one.
   */
  receive(entries: readonly ReceivedEntry[], cursor: Cursor | undefined): { entry: ReceivedEntry; error: unknown }[]
  /** Takes the texts of what was received into the index of searches; they are found before that, too. */
  indexTexts(signal: AbortSignal): Promise<void>
  /** Starts reading from the beginning, and sends everything again: the office was restored from a backup. */
  restart(): void
  /** Documents that the office has and this archive has not, after this key. */
  wanted(query: {
    after: string
    limit: number
    companies: readonly string[] | 'all'
  }): (SharedEntry & { at: string })[]
  /** Archives a wanted document. Throws `document-damaged` where the bytes are not those of the entry. */
  bring(entry: SharedEntry, bytes: Uint8Array): Promise<void>
  conflicts(): Conflict[]
}

/** One kind of things. Methods but `bytes` and `bring` work within the caller's transaction. */
export type ExchangeArea = {
  readonly area: SharedArea
  /** What is written down when it changes; each is SQL about the row `NEW`. */
  readonly source: {
    table: string
    /** Columns whose change counts. */
    columns: string
    environment: string
    key: string
    company: string
  }
  /** The thing as it is now; undefined where there is none (any more), or it is not to be shared. */
  find(key: string, environment: string): Omit<SharedEntry, 'area' | 'environment' | 'key'> | undefined
  /** What the body says of itself: an entry under another name or of another company is not taken. Throws a ValiError. */
  nameOf(entry: SharedEntry): { key: string; company: string | null }
  /** Takes over an entry. Returns the hash of another content that is here. Throws a ValiError. */
  receive(entry: ReceivedEntry): { conflict: string } | { wanted: boolean }
  /** Whether this archive has the document itself, and not only its entry. */
  holds?(key: string): boolean
  bytes?(key: string): Promise<Uint8Array | undefined>
  bring?(entry: SharedEntry, bytes: Uint8Array): Promise<void>
}
