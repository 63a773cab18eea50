import * as v from 'valibot'
import { Period } from '../domain/mailbox.ts'
import { ErrorBody } from './envelope.ts'
import { base64, Count, Cui, Day, Moment, Sha256, WireId } from './values.ts'

/**
 * How a filing is found again: the upload index of one filed over the internet, the registration number of one filed at a
 * counter (`isCounter`), which may hold dashes and slashes.
 */
export const FilingNumber = v.pipe(v.string(), v.trim(), v.regex(/^[0-9A-Za-z][0-9A-Za-z ./_-]{0,59}$/))

/**
 * Life of a declaration. `sending`, `not-sent`, `unknown`, `rejected` as of an invoice's filing (D-02, D-03); then what the
 * filing-status page says (D-06): `processing`, `valid`, `has-errors` ("Documentul are erori de validare"),
 * `not-a-document` ("Fişierul depus nu este un document valid"). The last three are terminal.
 */
export const DeclarationState = v.picklist([
  'sending',
  'not-sent',
  'unknown',
  'rejected',
  'processing',
  'valid',
  'has-errors',
  'not-a-document',
])
export type DeclarationState = v.InferOutput<typeof DeclarationState>

export const Declaration = v.object({
  id: Count,
  state: DeclarationState,
  /** Filed by this program, by hand on the portal in this browser, or elsewhere and added. */
  origin: v.picklist(['program', 'portal', 'elsewhere']),
  /** Null until it is known: a filing made by hand names only file and index. */
  cui: v.nullable(Cui),
  companyName: v.nullable(v.string()),
  /** `D300`. */
  form: v.nullable(v.string()),
  period: v.nullable(Period),
  fileName: v.nullable(v.string()),
  /** Of the filed bytes, where this program had them. */
  sha256: v.nullable(Sha256),
  size: v.nullable(Count),
  filingNumber: v.nullable(FilingNumber),
  isCounter: v.boolean(),
  /**
   * Only a page in the browser has said that it was filed under this number: neither this program has filed it, nor has the
   * filing-status page listed number and CUI together. Nothing follows from such a one but that it is asked about.
   */
  isUnconfirmed: v.optional(v.boolean(), false),
  /** `INTERNT-<index>-<year>`, and its day. */
  registrationNumber: v.nullable(v.string()),
  filedOn: v.nullable(Day),
  createdAt: Moment,
  checkedAt: v.nullable(Moment),
  nextCheckAt: v.nullable(Moment),
  /** Still without an outcome although most have one by then. */
  isOverdue: v.boolean(),
  /** `none`: not there yet; `unavailable`: the page has no link or gave nothing (D-06, D-07). */
  receipt: v.picklist(['none', 'archived', 'unavailable']),
  /** The SPV message that confirms it (D-09). */
  receiptMessageId: v.nullable(WireId),
  /** Why the portal rejected it, word for word. */
  findings: v.array(v.string()),
  /** The attempt with the same bytes that was sent before on purpose. */
  repeats: v.nullable(Count),
  trouble: v.nullable(ErrorBody),
})
export type Declaration = v.InferOutput<typeof Declaration>

/** A PDF before it goes, read from the exact bytes that `sha256` names; the host keeps them until they are sent. */
export const DeclarationInspection = v.object({
  sha256: Sha256,
  size: Count,
  fileName: v.string(),
  isSigned: v.boolean(),
  /** Name of the XML in it; null if there is none. */
  attachment: v.nullable(v.string()),
  form: v.nullable(v.string()),
  cui: v.nullable(Cui),
  companyName: v.nullable(v.string()),
  period: v.nullable(Period),
  /** D406T: without legal effect, to try the whole way (D-12). */
  isTrial: v.boolean(),
  /** What stands against sending it (no PDF, no signature…), and what does not but is worth a look. */
  problems: v.array(ErrorBody),
  warnings: v.array(ErrorBody),
  /** UploadClient of the same bytes, the latest first. */
  earlier: v.array(Declaration),
})
export type DeclarationInspection = v.InferOutput<typeof DeclarationInspection>

/** A row of the filing-status page, as it stands there. */
export const StatusRow = v.object({
  filingNumber: FilingNumber,
  /** Filed at a counter: the page is asked for it by its `registrationNumber`, if there is one. */
  isCounter: v.boolean(),
  form: v.string(),
  state: v.nullable(DeclarationState),
  /** The page's words; `state` is null where they are not known. */
  wording: v.string(),
  registrationNumber: v.nullable(v.string()),
  registeredOn: v.nullable(Day),
  uploadedOn: v.nullable(Day),
  /** False once 60 days have passed (D-06). */
  hasReceipt: v.boolean(),
})
export type StatusRow = v.InferOutput<typeof StatusRow>

/** What the page is asked by for a row's filing, and what it is followed under. */
export const numberOf = ({ isCounter, registrationNumber, filingNumber }: StatusRow): string =>
  isCounter && v.is(FilingNumber, registrationNumber) ? registrationNumber : filingNumber

/** The row of a filing; one made at a counter is followed under its registration number. */
export function findRow(rows: readonly StatusRow[], filingNumber: string): StatusRow | undefined {
  return (
    rows.find(row => row.filingNumber === filingNumber) ??
    rows.find(row => row.registrationNumber !== null && row.registrationNumber === filingNumber)
  )
}

const Key = { filingNumber: FilingNumber, cui: Cui, isCounter: v.optional(v.boolean(), false) }
const OfDeclaration = v.strictObject({ id: Count })
const One = v.object({ declaration: Declaration })
const Many = v.object({ declarations: v.array(Declaration) })

/** Declarations that a batch holds at most (D-10). */
export const MAX_BATCH = 200

export const declarations = {
  'declarations.inspect': {
    params: v.strictObject({ fileName: v.pipe(v.string(), v.maxLength(255)), data: base64(48_000_000) }),
    result: DeclarationInspection,
  },
  /**
   * Writes filings of inspected bytes down, for a runner to send one after the other over the portal's session; follow
   * them for what becomes of them. Bytes that were filed before are refused (`already-declared`) unless `again`, which is for the one file (D-03).
   * Needs a session of the portal, which is renewed first so that it lasts (G-10), and begins none (G-12).
   */
  'declarations.submit': {
    params: v.strictObject({
      files: v.pipe(
        v.array(v.strictObject({ sha256: Sha256, cui: v.optional(Cui), again: v.optional(v.boolean(), false) })),
        v.minLength(1),
        v.maxLength(MAX_BATCH),
      ),
    }),
    result: Many,
  },
  /** Streams declarations until each is settled (terminal, rejected, not sent, or unknown for good). */
  'declarations.follow': {
    params: v.strictObject({ ids: v.pipe(v.array(Count), v.minLength(1), v.maxLength(MAX_BATCH)) }),
    progress: Many,
    result: Many,
  },
  'declarations.list': {
    params: v.strictObject({
      cui: v.optional(Cui),
      state: v.optional(DeclarationState),
      form: v.optional(v.string()),
      open: v.optional(v.boolean(), false),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      offset: v.optional(Count, 0),
    }),
    result: v.object({ items: v.array(Declaration), total: Count }),
  },
  'declarations.get': { params: OfDeclaration, result: One },
  /** Asks the filing-status page now (or, for an unknown one, looks for it there). */
  'declarations.check': { params: OfDeclaration, result: One },
  /**
   * Follows a filing that was made elsewhere; `others` are the same CUI's filings in the answer that are not followed yet.
   * `lost`: the filing of an unknown outcome that this is, as somebody says. Without it that is so where the page leaves no
   * doubt (D-03).
   */
  'declarations.track': {
    params: v.strictObject({ ...Key, lost: v.optional(Count) }),
    result: v.object({ declaration: Declaration, others: v.array(StatusRow) }),
  },
  /** What the filing-status page says now, without following anything. */
  'declarations.status': {
    params: v.strictObject(Key),
    result: v.object({ found: v.boolean(), rows: v.array(StatusRow) }),
  },
  /**
   * A filing that was made by hand on the portal: index and file name of its success page (D-04), and what was read of the
   * chosen file before, where it was. Followed at once if its CUI is known or can be found out; `isUnconfirmed` until the
   * filing-status page lists it.
   */
  'declarations.captured': {
    params: v.strictObject({
      uploadIndex: WireId,
      fileName: v.pipe(v.string(), v.maxLength(255)),
      sha256: v.optional(Sha256),
    }),
    result: One,
  },
  /** Names or corrects the company of a filing, where neither its PDF nor the page says whose it is. */
  'declarations.setCompany': { params: v.strictObject({ id: Count, cui: Cui }), result: One },
  /** Takes a filing off the list; one whose bytes are known stays (it keeps them from being sent twice). */
  'declarations.forget': { params: OfDeclaration, result: v.object({ forgotten: v.boolean() }) },
  /** Brings receipts into the archive, those that are there from there; for the table of the filing-status page (D-11). */
  'declarations.receipts': {
    params: v.strictObject({
      cui: Cui,
      rows: v.pipe(
        v.array(
          v.strictObject({
            uploadIndex: WireId,
            form: v.string(),
            filedOn: v.nullable(Day),
            /** Whether the table links to it; one without a link comes from the archive or not at all. */
            hasReceipt: v.optional(v.boolean(), true),
          }),
        ),
        v.minLength(1),
        v.maxLength(MAX_BATCH),
      ),
    }),
    progress: v.object({ done: Count, total: Count }),
    result: v.object({
      receipts: v.array(
        v.object({
          uploadIndex: WireId,
          state: v.picklist(['archived', 'unavailable', 'failed']),
          fileName: v.nullable(v.string()),
          error: v.nullable(ErrorBody),
        }),
      ),
    }),
  },
  /**
   * What was filed in a year, by company, form and month (null: a yearly form). As many companies after the first `offset`
   * as fit, of `total`.
   */
  'declarations.calendar': {
    params: v.strictObject({
      year: v.pipe(v.number(), v.integer()),
      cui: v.optional(Cui),
      offset: v.optional(Count, 0),
    }),
    result: v.object({
      total: Count,
      companies: v.array(
        v.object({
          cui: Cui,
          name: v.nullable(v.string()),
          forms: v.array(
            v.object({
              form: v.string(),
              cells: v.array(
                v.object({
                  month: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12))),
                  declarations: v.array(
                    v.object({ id: Count, state: DeclarationState, isUnconfirmed: v.optional(v.boolean(), false) }),
                  ),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
  },
}
