import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { failureClassOf } from './failure-classes.ts'

/**
 * Systemic failures in a row, without an answer between them, before the breaker checks whether the authority is there.
 */
const MAX_FAILURES_IN_A_ROW = 5
/** Failed downloads in a row, without a successful one between them, that suggest that no document comes at all. */
const MAX_DOCUMENTS_IN_A_ROW = 12
/** Failed samples that prove that no document comes, if no earlier one can be downloaded again. */
const MAX_SAMPLES = 3

export type CallKind = 'list' | 'document'
/**
 * The number of answered calls when a call began, and whether the call was a sample, made to see if any document comes.
 */
export type CallStart = Readonly<Record<CallKind, number> & { isSample: boolean }>

export type BreakerOptions = {
  /** Makes a call of a different kind than the failed ones; it fails only if the authority is down. */
  probe: () => Promise<unknown>
  /** Repeats an earlier successful download; undefined if there is none. */
  repeatDownload: () => Promise<unknown> | undefined
  /** Whether documents remain that no call has requested yet. */
  isMoreWaiting: () => boolean
  /** Ends the job. */
  trip: (error: RecipisaError) => void
}

/**
 * Tells failures of single documents or companies from an authority that is down. A call that failed while others were
 * answered is an isolated failure, however slow: failing calls are repeated and so end last. Other failures count.
 * Several in a row make the breaker check (`probe`, `repeatDownload`), and only if the check fails too does it end the
 * job.
 */
export class Breaker {
  readonly #answered = { list: 0, document: 0 }
  #failuresInARow = 0
  #documentsInARow = 0
  #samples = 0
  #lastFailure: RecipisaError | undefined
  #probing: Promise<void> | undefined
  readonly #options: BreakerOptions

  constructor(options: BreakerOptions) {
    this.#options = options
  }

  /** Call this before each call; `failed` takes the result. */
  begin(): CallStart {
    return { ...this.#answered, isSample: this.isDoubtful }
  }

  answered(kind: CallKind): void {
    this.#answered[kind]++
    this.#failuresInARow = 0
    if (kind === 'list') return
    this.#documentsInARow = 0
    this.#samples = 0
  }

  /**
   * Counts a systemic failure. Resolves once the authority is known to be up or down; the caller makes no call
   * meanwhile.
   */
  async failed(error: RecipisaError, kind: CallKind, start: CallStart): Promise<void> {
    this.#lastFailure = error
    const { list, document } = this.#answered
    if (kind === 'document' && document === start.document) {
      this.#documentsInARow++
      if (start.isSample) this.#samples++
    }
    if (list + document === start.list + start.document) this.#failuresInARow++
    if (this.#failuresInARow < MAX_FAILURES_IN_A_ROW && !this.#noDocumentComes()) return
    this.#probing ??= this.#ask(error).finally(() => {
      this.#probing = undefined
    })
    await this.#probing
  }

  /**
   * Last look before failures are written to documents. If enough failed to make a row, whatever was answered
   * meanwhile, an earlier document must come again; otherwise the service went down with all of them under way.
   */
  async confirm(errors: readonly RecipisaError[]): Promise<void> {
    const error = errors.at(-1)
    if (!error || errors.length < MAX_DOCUMENTS_IN_A_ROW) return
    const document = this.#options.repeatDownload()
    if (document) await this.#judge(document, 'document', error)
    else this.#options.trip(error)
  }

  /** Whether several documents in a row failed: try others elsewhere before more of these. */
  get isDoubtful(): boolean {
    return this.#documentsInARow >= MAX_FAILURES_IN_A_ROW
  }

  /** The last failure of a job in which the authority never answered; undefined if it did. */
  get neverAnswered(): RecipisaError | undefined {
    return this.#answered.list + this.#answered.document > 0 ? undefined : this.#lastFailure
  }

  #noDocumentComes(): boolean {
    return this.#documentsInARow >= MAX_DOCUMENTS_IN_A_ROW && this.#options.isMoreWaiting()
  }

  async #ask(error: RecipisaError): Promise<void> {
    const { repeatDownload, probe, trip } = this.#options
    const document = this.#noDocumentComes() ? repeatDownload() : undefined
    if (document === undefined && this.#noDocumentComes() && this.#samples >= MAX_SAMPLES) return trip(error)
    await this.#judge(document ?? probe(), document ? 'document' : 'list', error)
  }

  /** Judges by the outcome of a call whether the authority is there. */
  async #judge(call: Promise<unknown>, kind: CallKind, error: RecipisaError): Promise<void> {
    try {
      await call
    } catch (cause) {
      const failure = cause instanceof RecipisaError ? failureClassOf(cause) : 'stop'
      // Any objection proves that the authority is there.
      if (failure !== 'own') return this.#options.trip(cause instanceof RecipisaError ? cause : error)
    }
    this.answered(kind)
  }
}
