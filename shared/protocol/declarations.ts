import * as v from 'valibot'
import { Period } from '../domain/mailbox.ts'
import { Again, base64, Count, Cui, Day, Moment, Sha256, WireId } from '../domain/values.ts'
import { ErrorBody } from '../errors/error-body.ts'
import { ReportedPeriod, Search, sortBy } from './list-query.ts'

/**
 * The number that identifies a declaration. Submitted over the internet: the upload index. Submitted at a counter
 * (`isCounter`): the registration number, which may have dashes and slashes.
 */
export const FilingNumber = v.pipe(v.string(), v.trim(), v.regex(/^[0-9A-Za-z][0-9A-Za-z ./_-]{0,59}$/))

/**
 * Life of a declaration. `sending`, `not-sent`, `unknown` and `rejected` as for an upload (D-02, D-03). Then the
 * declaration status page decides (D-06): `processing`, `valid`, `has-errors` ("Documentul are erori de validare"),
 * `not-a-document` ("Fişierul depus nu este un document valid"). The last three are final.
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
  /** Submitted by this program, by hand on the portal in this browser, or elsewhere and added. */
  origin: v.picklist(['program', 'portal', 'elsewhere']),
  /** Null until known: the portal's page after a submission by hand names only file and index. */
  cui: v.nullable(Cui),
  companyName: v.nullable(v.string()),
  /** `D300`. */
  form: v.nullable(v.string()),
  period: v.nullable(Period),
  fileName: v.nullable(v.string()),
  /** Hash of the submitted bytes, if this program had them. */
  sha256: v.nullable(Sha256),
  size: v.nullable(Count),
  filingNumber: v.nullable(FilingNumber),
  isCounter: v.boolean(),
  /**
   * Only a page in the browser has reported this number: this program did not submit it, and the declaration status
   * page has not listed number and CUI together yet. Until then the only consequence is that the page is asked about
   * it.
   */
  isUnconfirmed: v.optional(v.boolean(), false),
  /** `INTERNT-<index>-<year>`, and the day of registration. */
  registrationNumber: v.nullable(v.string()),
  filedOn: v.nullable(Day),
  createdAt: Moment,
  checkedAt: v.nullable(Moment),
  nextCheckAt: v.nullable(Moment),
  /** Still without an outcome at an age at which most declarations have one. */
  isOverdue: v.boolean(),
  /** `none`: not there yet; `unavailable`: the page has no link, or the link leads to nothing (D-06, D-07). */
  receipt: v.picklist(['none', 'archived', 'unavailable']),
  /** The SPV message that confirms it (D-09). */
  receiptMessageId: v.nullable(WireId),
  /** Why the portal rejected it, word for word. */
  findings: v.array(v.string()),
  /** The earlier declaration with the same bytes, repeated on purpose. */
  repeats: v.nullable(Count),
  trouble: v.nullable(ErrorBody),
  /** The office's seat that submitted it; absent for this machine's own. */
  seat: v.exactOptional(v.string()),
})
export type Declaration = v.InferOutput<typeof Declaration>

/** A PDF before its submission, read from the exact bytes that `sha256` names. The host keeps these until then. */
export const DeclarationInspection = v.object({
  sha256: Sha256,
  size: Count,
  fileName: v.string(),
  isSigned: v.boolean(),
  /** Name of the attached XML; null if there is none. */
  attachment: v.nullable(v.string()),
  form: v.nullable(v.string()),
  cui: v.nullable(Cui),
  companyName: v.nullable(v.string()),
  period: v.nullable(Period),
  /** D406T: no legal effect, for trying the whole process (D-12). */
  isTrial: v.boolean(),
  /** `problems` prevent the submission (not a PDF, no signature…); `warnings` do not. */
  problems: v.array(ErrorBody),
  warnings: v.array(ErrorBody),
  /** Declarations with the same bytes, the latest first. */
  earlier: v.array(Declaration),
})
export type DeclarationInspection = v.InferOutput<typeof DeclarationInspection>

/** A row of the declaration status page, unchanged. */
export const StatusRow = v.object({
  filingNumber: FilingNumber,
  /** Submitted at a counter: the page finds it by its `registrationNumber`, if there is one. */
  isCounter: v.boolean(),
  form: v.string(),
  state: v.nullable(DeclarationState),
  /** The page's words; `state` is null for unknown words. */
  wording: v.string(),
  registrationNumber: v.nullable(v.string()),
  registeredOn: v.nullable(Day),
  uploadedOn: v.nullable(Day),
  /** False once 60 days have passed (D-06). */
  hasReceipt: v.boolean(),
})
export type StatusRow = v.InferOutput<typeof StatusRow>

/** The number under which the page finds a row's declaration, and under which it is followed. */
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

/** Most declarations in one call (D-10). */
export const MAX_BATCH = 200

export const declarations = {
  'declarations.inspect': {
    params: v.strictObject({ fileName: v.pipe(v.string(), v.maxLength(255)), data: base64(48_000_000) }),
    result: DeclarationInspection,
  },
  /**
   * Journals declarations of inspected bytes, which a runner submits one after the other over the portal's session;
   * follow them for their outcome. Bytes that were submitted before are refused (`already-declared`) unless that file
   * has `again` (D-03). Needs a session of the portal, which is renewed first so that it lasts (G-10), but never begun
   * (G-12).
   */
  'declarations.submit': {
    params: v.strictObject({
      files: v.pipe(
        v.array(v.strictObject({ sha256: Sha256, cui: v.optional(Cui), again: Again })),
        v.minLength(1),
        v.maxLength(MAX_BATCH),
      ),
    }),
    result: Many,
  },
  /** Streams declarations until each is settled: final, rejected, not sent, or unknown for good. */
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
      reported: v.optional(ReportedPeriod),
      /** Searches company, CUI, form, file name and numbers; periods are those of the submission. */
      search: v.optional(Search),
      sort: sortBy('created', 'company', 'form', 'period', 'filed', 'state'),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      offset: v.optional(Count, 0),
    }),
    result: v.object({ items: v.array(Declaration), total: Count }),
  },
  'declarations.get': { params: OfDeclaration, result: One },
  /** Asks the declaration status page now; for an unknown declaration, searches there. */
  'declarations.check': { params: OfDeclaration, result: One },
  /**
   * Follows a declaration that was submitted elsewhere. `others` are the CUI's declarations in the answer that are not
   * followed yet. `lost` is our declaration with an unknown outcome that the person recognises in this one. Without
   * `lost` the page decides if it leaves no doubt (D-03).
   */
  'declarations.track': {
    params: v.strictObject({ ...Key, lost: v.optional(Count) }),
    result: v.object({ declaration: Declaration, others: v.array(StatusRow) }),
  },
  /** The present answer of the declaration status page; follows nothing. */
  'declarations.status': {
    params: v.strictObject(Key),
    result: v.object({ found: v.boolean(), rows: v.array(StatusRow) }),
  },
  /**
   * A declaration that was submitted by hand on the portal: index and file name from its success page (D-04), and the
   * hash of the chosen file, if that was read before. It is followed at once if its CUI is known or can be found, and
   * is `isUnconfirmed` until the declaration status page lists it.
   */
  'declarations.captured': {
    params: v.strictObject({
      uploadIndex: WireId,
      fileName: v.pipe(v.string(), v.maxLength(255)),
      sha256: v.optional(Sha256),
    }),
    result: One,
  },
  /** Sets the company of a declaration if neither its PDF nor the page names it. */
  'declarations.setCompany': { params: v.strictObject({ id: Count, cui: Cui }), result: One },
  /**
   * Removes a declaration from the list. A declaration with known bytes stays: it keeps them from being submitted
   * twice.
   */
  'declarations.forget': { params: OfDeclaration, result: v.object({ forgotten: v.boolean() }) },
  /** Archives the receipts in a table of the declaration status page; archived ones come from the archive (D-11). */
  'declarations.receipts': {
    params: v.strictObject({
      cui: Cui,
      rows: v.pipe(
        v.array(
          v.strictObject({
            uploadIndex: WireId,
            form: v.string(),
            filedOn: v.nullable(Day),
            /** Whether the table links to the receipt. Without a link it can only come from the archive. */
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
   * The declarations of a year, by company, form and month (null: a yearly form). Returns as many of the `total`
   * companies after the first `offset` as fit.
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
