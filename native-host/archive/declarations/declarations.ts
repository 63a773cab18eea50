import type { ReceiptDetails } from '../../../shared/domain/mailbox.ts'
import type { Again } from '../../../shared/domain/values.ts'
import type { Declaration, DeclarationState } from '../../../shared/protocol/declarations.ts'
import type { Params } from '../../../shared/protocol/methods.ts'
import type { ArchivedDocument } from '../core/archive.ts'

/** A declaration's data that the journal records before the first byte goes out. */
export type DeclarationDraft = Pick<Declaration, 'cui' | 'companyName' | 'form' | 'period'> & {
  sha256: string
  size: number
  fileName: string
  /** Whether to submit it even if the same bytes were submitted before. */
  again: Again
}

/** A declaration submitted without Recipisa: by hand on the portal, or elsewhere. */
export type FoundDeclaration = Pick<
  Declaration,
  'cui' | 'companyName' | 'form' | 'period' | 'fileName' | 'sha256' | 'size' | 'isCounter'
> & { origin: 'portal' | 'elsewhere'; filingNumber: string }

/** The fields of a declaration that become known later. */
export type DeclarationChange = Partial<
  Pick<
    Declaration,
    | 'state'
    | 'sha256'
    | 'size'
    | 'fileName'
    | 'cui'
    | 'companyName'
    | 'form'
    | 'period'
    | 'filingNumber'
    | 'isUnconfirmed'
    | 'registrationNumber'
    | 'filedOn'
    | 'checkedAt'
    | 'nextCheckAt'
    | 'findings'
    | 'trouble'
  >
> & { receiptUnavailable?: boolean }

export type DeclarationQuery = Pick<Partial<Params<'declarations.list'>>, 'reported' | 'search' | 'sort'> & {
  cui?: string | undefined
  state?: DeclarationState | undefined
  form?: string | undefined
  /** Only declarations without an outcome. */
  open?: boolean | undefined
  limit: number
  offset: number
}

/** Journal of declarations, like `Uploads`: kept for good, with a second copy in a file beside the database. */
export type Declarations = {
  /** Stores the exact bytes to be sent and their file name; idempotent. Returns their SHA-256. */
  stage(bytes: Uint8Array, fileName: string): Promise<string>
  /** The stored bytes, checked against their hash; undefined if they are not there. */
  staged(sha256: string): Promise<{ bytes: Uint8Array; fileName: string } | undefined>
  /**
   * Records every draft as `sending`, or none, in one transaction over all processes. Returns the earlier declaration
   * if the same bytes were submitted before (any state but `rejected` and `not-sent`) and `again` is false, or if they
   * are being sent (D-03).
   */
  begin(drafts: readonly DeclarationDraft[]): { begun: Declaration[] } | { earlier: Declaration }
  /**
   * Adds a declaration to follow, as `processing`; unconfirmed if a page reported it (`origin: 'portal'`). A known
   * declaration only gains the fields that it lacks; a mistaken one (`isMistaken`) is replaced. Returns the declaration.
   */
  add(found: FoundDeclaration): Declaration
  /** As `Uploads.claim`: a declaration is claimed for sending once. */
  claim(id: number): Declaration | undefined
  release(id: number): void
  isClaimed(id: number): boolean
  /**
   * Changes a declaration; one that is over keeps its state. If only a stand-in has the new filing number (`isStandIn`),
   * the stand-in is removed. False if another declaration has the number, or if this one is no longer on the list.
   */
  update(id: number, change: DeclarationChange): Declaration | false
  /** When Recipisa learnt the outcome of a declaration, epoch ms; outlives restarts. */
  outcomeSince(id: number): number
  get(id: number): Declaration | undefined
  /** Two counters can give the same number to two companies; `cui` picks one. */
  byFilingNumber(filingNumber: string, isCounter: boolean, cui?: string): Declaration | undefined
  /** The latest come first. */
  byContent(sha256: string): Declaration[]
  list(query: DeclarationQuery): { items: Declaration[]; total: number }
  /** Like `Uploads.open`: unfinished declarations. */
  open(): Declaration[]
  /** Declarations of a year, by period, or by day of submission if the period is unknown. */
  ofYear(year: number, cui: string | undefined): Declaration[]
  /**
   * Takes a declaration off the list. False if its bytes are known, because the entry keeps them from being sent twice;
   * an unconfirmed and overdue one (`isOverdue`) is removed all the same.
   */
  forget(id: number): boolean
  /** `today`: calendar day in Romania. */
  counts(today: string): { open: number; overdue: number; refused: number; today: number; known: number }
  /** The details in the mailbox's RECIPISA messages for a company, the latest first. */
  confirmed(cui: string): ReceiptDetails[]
  /**
   * Archives a receipt: the file first, then the index, with a notice if the declaration is on the list and confirmed
   * (D-08). Idempotent.
   */
  storeReceipt(receipt: NewReceipt): Promise<{ fileName: string }>
  /** The file name of a company's archived receipt; undefined if the file is missing or damaged. */
  findReceipt(uploadIndex: string, cui: string): Promise<{ fileName: string } | undefined>
  /** Throws `receipt-missing` or `document-damaged`. */
  readReceipt(uploadIndex: string): Promise<ArchivedDocument>
  /** The submitted PDF; throws `document-missing` if Recipisa does not have its bytes. */
  readSubmitted(id: number): Promise<ArchivedDocument>
}

/** `month`: `yyyy-MM` of the period, or of the submission if the period is unknown; the file name begins with it. */
export type NewReceipt = { uploadIndex: string; cui: string; form: string; month: string; bytes: Uint8Array }

/**
 * Whether a row gives way to a declaration without a number that gets its number. It can be the same declaration: a person
 * had that number followed after the other was recorded, and the number's file is unknown. Or a colleague's entry was
 * wrong (`isMistaken`).
 */
export function isStandIn(
  holder: Holder & Pick<Declaration, 'origin' | 'sha256' | 'createdAt'>,
  sought: Pick<Declaration, 'filingNumber' | 'createdAt' | 'cui'>,
): boolean {
  const isFollowedOnly = holder.origin === 'elsewhere' && holder.sha256 === null
  const isSame = isFollowedOnly && holder.createdAt >= sought.createdAt
  return sought.filingNumber === null && (isSame || isMistaken(holder, sought.cui))
}

type Holder = Pick<Declaration, 'cui'> & { seat?: string | null }

/** Whether the holder of a number came from the office, and the authority names another company for the number. */
export const isMistaken = ({ seat, cui }: Holder, named: string | null): boolean =>
  typeof seat === 'string' && named !== null && cui !== named
