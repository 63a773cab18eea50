import type { ReceiptDetails } from '../../../shared/domain/mailbox.ts'
import type { Declaration, DeclarationState } from '../../../shared/protocol/declarations.ts'
import type { ArchivedDocument } from '../core/archive.ts'

/** What is written down of a declaration before its first byte goes out. */
export type DeclarationDraft = Pick<Declaration, 'cui' | 'companyName' | 'form' | 'period'> & {
  sha256: string
  size: number
  fileName: string
  /** StoredDocument also if the same bytes were filed before. */
  again: boolean
}

/** A filing that this program did not make: by hand on the portal, or elsewhere. */
export type FoundDeclaration = Pick<
  Declaration,
  'cui' | 'companyName' | 'form' | 'period' | 'fileName' | 'sha256' | 'size' | 'isCounter'
> & { origin: 'portal' | 'elsewhere'; filingNumber: string }

/** What becomes known of a declaration later. */
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

export type DeclarationQuery = {
  cui?: string | undefined
  state?: DeclarationState | undefined
  form?: string | undefined
  /** Only those without an outcome. */
  open?: boolean | undefined
  limit: number
  offset: number
}

/**
 * Journal of declarations, as `Uploads` is of invoices: kept for good, and a second time in a file beside the database.
 */
export type Declarations = {
  /** Keeps the exact bytes to be sent and the name that they came under; idempotent. Returns their SHA-256. */
  stage(bytes: Uint8Array, fileName: string): Promise<string>
  staged(sha256: string): Promise<{ bytes: Uint8Array; fileName: string } | undefined>
  /**
   * Writes all of them down as `sending`, or none: when the same bytes were filed before (any state but `rejected` and
   * `not-sent`) and it is not `again`, or are being sent, the earlier one is returned (D-03). One transaction over all
   * processes.
   */
  begin(drafts: readonly DeclarationDraft[]): { begun: Declaration[] } | { earlier: Declaration }
  /**
   * Adds a filing to follow as `processing`, unconfirmed where it is of a page (`origin: 'portal'`); one that is known already
   * is returned as it is, completed by what is new.
   */
  add(found: FoundDeclaration): Declaration
  /** As `Uploads.claim`: what was claimed for sending once is never claimed for it again. */
  claim(id: number): Declaration | undefined
  release(id: number): void
  isClaimed(id: number): boolean
  /**
   * A terminal state is never changed. A filing number that only a stand-in has (`isStandIn`) is taken over from it, and the
   * stand-in is gone. False when another declaration has the number already, or when this one is no longer on the list.
   */
  update(id: number, change: DeclarationChange): Declaration | false
  /** Since when the outcome of one that has one is known here, epoch ms; kept over restarts. */
  outcomeSince(id: number): number
  get(id: number): Declaration | undefined
  /** Two counters may give the same number, to two companies: there `cui` says which. */
  byFilingNumber(filingNumber: string, isCounter: boolean, cui?: string): Declaration | undefined
  /** The latest first. */
  byContent(sha256: string): Declaration[]
  list(query: DeclarationQuery): { items: Declaration[]; total: number }
  /** All that something is still to be done for; those whose sender has died have become `unknown`. */
  open(): Declaration[]
  /** Of a year by their period, or by the day of filing where the period is not known. */
  ofYear(year: number, cui: string | undefined): Declaration[]
  /**
   * False where the bytes are known, of this program's sending or not: it keeps them from being sent twice. Not so of one that
   * is unconfirmed after all the time that the authority takes (`isOverdue`).
   */
  forget(id: number): boolean
  /** `today`: Romania's calendar day. */
  counts(today: string): { open: number; overdue: number; refused: number; today: number }
  /** What the mailbox's RECIPISA messages say of a company's filings. */
  confirmed(cui: string): ReceiptDetails[]
  /**
   * Files the receipt of an upload index: temporary name, fsync, rename, then index; a notice
   * where the filing is followed, and confirmed (D-08). Idempotent.
   */
  storeReceipt(receipt: NewReceipt): Promise<{ fileName: string }>
  /** The name of an archived receipt whose file is there, whole; undefined if it is not. */
  keptReceipt(uploadIndex: string): Promise<{ fileName: string } | undefined>
  /** Throws `receipt-missing` or `document-damaged`. */
  readReceipt(uploadIndex: string): Promise<ArchivedDocument>
  /** What was filed under this id, if this program had its bytes; throws `document-missing`. */
  readFiled(id: number): Promise<ArchivedDocument>
}

/** `month`: `yyyy-MM` that its name begins with: of the period, or of the filing where no period is known. */
export type NewReceipt = { uploadIndex: string; cui: string; form: string; month: string; bytes: Uint8Array }

/**
 * Whether a row may be the same filing as one that is looked for and has no number: somebody had its number followed after
 * that was written down, and of what was filed under the number no file is known.
 */
export function isStandIn(
  holder: Pick<Declaration, 'origin' | 'sha256' | 'createdAt'>,
  wanted: Pick<Declaration, 'filingNumber' | 'createdAt'>,
): boolean {
  const isFollowedOnly = holder.origin === 'elsewhere' && holder.sha256 === null
  return wanted.filingNumber === null && isFollowedOnly && holder.createdAt >= wanted.createdAt
}
