import { type Signal, signal } from '@preact/signals'
import { uploadCompany } from '../../../shared/filings/upload-company.ts'
import type { ParamsIn } from '../../../shared/protocol/methods.ts'
import type { Inspection, Standard, Upload, UploadFlags, UploadState } from '../../../shared/protocol/uploads.ts'

/** The fields of the host's suggestion that the user may change. */
export type Choice = {
  standard: Standard | null
  flags: UploadFlags
  /** Company chosen by hand when the XML names none. */
  cui: string | null
  /** The user wants to upload the same content again (E-06). */
  again: boolean
}

export type Phase =
  | { is: 'reading' }
  /** Too large for the host to read. */
  | { is: 'too-large' }
  | { is: 'unreadable'; error: unknown }
  /** A ZIP of the authority: nothing to upload, only its signature is verified. */
  | { is: 'signed' }
  | { is: 'ready'; inspection: Inspection }
  | { is: 'sending'; inspection: Inspection }
  | { is: 'sent'; inspection: Inspection; uploadId: number }
  /** A new inspection shows whether it was uploaded: the host knows the earlier uploads. */
  | { is: 'failed'; inspection: Inspection; error: unknown }

/** A file before its upload. */
export type Draft = {
  readonly key: number
  readonly fileName: string
  readonly size: number
  readonly corrects: Upload | undefined
  /** The file's bytes in base64; undefined for a message that the host composed. */
  readonly data: (() => Promise<string>) | undefined
  readonly phase: Signal<Phase>
  readonly choice: Signal<Choice>
}

/** The params of the upload; they name the bytes by their hash. */
export type Order = ParamsIn<'uploads.send'>

const NO_FLAGS: UploadFlags = { extern: false, selfBilled: false, enforcement: false, b2c: false }
/** States in which nothing arrived: the same content may be sent again without a question. */
const NOT_SENT: readonly UploadState[] = ['not-sent', 'rejected']
const FIXED_BY_CHOICE = 'upload-standard'

let lastKey = 0

export function createDraft(given: Pick<Draft, 'fileName' | 'size' | 'corrects' | 'data'>): Draft {
  lastKey += 1
  return {
    ...given,
    key: lastKey,
    phase: signal<Phase>({ is: 'reading' }),
    choice: signal<Choice>({ standard: null, flags: NO_FLAGS, cui: null, again: false }),
  }
}

/** Shows the host's inspection. The choice starts from its suggestion; uploading again needs a new tick. */
export function showInspection(draft: Draft, inspection: Inspection): void {
  draft.choice.value = { standard: inspection.standard, flags: inspection.suggested, cui: null, again: false }
  draft.phase.value = { is: 'ready', inspection }
}

/** The latest upload of the same bytes that may have reached the authority. */
export function earlierUpload({ earlier }: Inspection): Upload | undefined {
  return earlier.find(({ state }) => !NOT_SENT.includes(state))
}

/**
 * The company of the upload: the chosen one, or the party of the flags. Null if that party has no CUI: the seller must not
 * upload in the buyer's place.
 */
export function companyOf(inspection: Inspection, { cui, flags }: Choice): string | null {
  return cui ?? uploadCompany(inspection, flags)
}

/** Problems that prevent sending and that no choice of the user solves. */
export function obstacles({ problems }: Inspection, choice: Choice): Inspection['problems'] {
  return problems.filter(problem => !isFixable(problem) || choice.standard === null)
}

/** Whether a choice on the card solves the problem: the document type was not recognised. */
export function isFixable({ details }: Inspection['problems'][number]): boolean {
  return details.reason === FIXED_BY_CHOICE
}

/** The upload that would be sent now; undefined while something is missing or prevents it. */
export function orderOf({ phase, choice, corrects }: Draft): Order | undefined {
  const now = phase.value
  if (now.is !== 'ready') return undefined
  const { inspection } = now
  const { standard, flags, again } = choice.value
  const cui = companyOf(inspection, choice.value)
  if (standard === null || cui === null || obstacles(inspection, choice.value).length > 0) return undefined
  const earlier = earlierUpload(inspection)
  if (earlier && !again) return undefined
  return {
    sha256: inspection.sha256,
    cui,
    standard,
    flags,
    ...(earlier ? { again: earlier.id } : {}),
    ...(corrects ? { corrects: corrects.id } : {}),
  }
}
