import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/**
 * What a failure means for the rest of a sync. `stop`: nothing else can go better (no sign-in, a full disk). `systemic`:
 * the authority or the network is perhaps away; one alone may be bad luck, several in a row are not. `own`: it concerns
 * this company or message only.
 */
export type Trouble = 'stop' | 'systemic' | 'own'

export function troubleOf(error: RecipisaError): Trouble {
  switch (error.reason) {
    case 'client-rejected':
    case 'grant-rejected':
    case 'no-right-for-service':
      return 'stop'
  }
  switch (error.code) {
    case 'auth-required':
    case 'session-expired':
    case 'invalid-input':
    case 'storage':
    case 'incompatible-version':
    case 'cancelled':
      return 'stop'
    case 'unreachable':
    case 'service-unavailable':
    case 'blocked-by-firewall':
    case 'rate-limited':
      return 'systemic'
    default:
      return 'own'
  }
}

/** Systemic failures in a row, with no answer between them, after which the authority is asked whether it is there. */
const IN_A_ROW = 5
/** As many documents in a row, with none between them that came, and perhaps none comes at all. */
const DOCUMENTS_IN_A_ROW = 12
/** Where none has come before that could be asked for again, so many of others elsewhere prove it. */
const SAMPLES = 3

export type What = 'list' | 'document'
/** What had been answered when a call began, and whether it was made to see if any document comes. */
export type Begun = Readonly<Record<What, number> & { isSample: boolean }>

export type BreakerOptions = {
  /** A call of another kind than those that failed, which fails only where the authority is away. */
  probe: () => Promise<unknown>
  /** Asks for a document once more that came before; undefined where none has. */
  again: () => Promise<unknown> | undefined
  /** Whether there are documents that nobody has asked for yet. */
  isMoreWaiting: () => boolean
  /** Ends the sync. */
  trip: (error: RecipisaError) => void
}

/**
 * Tells failures that belong to single documents or companies from an authority that has gone away. A call that failed
 * while others were answered failed for itself, however slowly: those that fail are repeated, and so end last. What is left
 * counts: some in a row make it ask (`probe`, `again`), and only what fails then too ends the sync.
 */
export class Breaker {
  readonly #answered = { list: 0, document: 0 }
  #inARow = 0
  #documentsInARow = 0
  #samples = 0
  #last: RecipisaError | undefined
  #probing: Promise<void> | undefined
  readonly #options: BreakerOptions

  constructor(options: BreakerOptions) {
    this.#options = options
  }

  /** To be called before a call, whose failure is told with it. */
  begin(): Begun {
    return { ...this.#answered, isSample: this.isDoubtful }
  }

  answered(what: What): void {
    this.#answered[what]++
    this.#inARow = 0
    if (what === 'list') return
    this.#documentsInARow = 0
    this.#samples = 0
  }

  /** Returns when it is known whether the authority is there, so that the caller asks for nothing meanwhile. */
  async silent(error: RecipisaError, what: What, begun: Begun): Promise<void> {
    this.#last = error
    const { list, document } = this.#answered
    if (what === 'document' && document === begun.document) {
      this.#documentsInARow++
      if (begun.isSample) this.#samples++
    }
    if (list + document === begun.list + begun.document) this.#inARow++
    if (this.#inARow < IN_A_ROW && !this.#comesNothing()) return
    this.#probing ??= this.#ask(error).finally(() => {
      this.#probing = undefined
    })
    await this.#probing
  }

  /**
   * Before documents are blamed: where as many failed as would make a row, whatever was answered meanwhile, one that came
   * must come again, or the service went away with all of them under way.
   */
  async confirm(errors: readonly RecipisaError[]): Promise<void> {
    const error = errors.at(-1)
    if (!error || errors.length < DOCUMENTS_IN_A_ROW) return
    const document = this.#options.again()
    if (document) await this.#asked(document, 'document', error)
    else this.#options.trip(error)
  }

  /** Whether several documents in a row did not come: others elsewhere should be tried before more of these. */
  get isDoubtful(): boolean {
    return this.#documentsInARow >= IN_A_ROW
  }

  /** The failure of a run in which the authority never answered anything. */
  get neverAnswered(): RecipisaError | undefined {
    return this.#answered.list + this.#answered.document > 0 ? undefined : this.#last
  }

  #comesNothing(): boolean {
    return this.#documentsInARow >= DOCUMENTS_IN_A_ROW && this.#options.isMoreWaiting()
  }

  async #ask(error: RecipisaError): Promise<void> {
    const { again, probe, trip } = this.#options
    const document = this.#comesNothing() ? again() : undefined
    if (document === undefined && this.#comesNothing() && this.#samples >= SAMPLES) return trip(error)
    await this.#asked(document ?? probe(), document ? 'document' : 'list', error)
  }

  /** What comes of a call that tells whether the authority is there. */
  async #asked(call: Promise<unknown>, what: What, error: RecipisaError): Promise<void> {
    try {
      await call
    } catch (cause) {
      const trouble = cause instanceof RecipisaError ? troubleOf(cause) : 'stop'
      // Whatever it objected to, it is there.
      if (trouble !== 'own') return this.#options.trip(cause instanceof RecipisaError ? cause : error)
    }
    this.answered(what)
  }
}
