import type { Clock } from '../clock.ts'
import { sha256 } from '../journal.ts'
import type { ReadDeclaration } from './read-declaration.ts'

export type DeclarationOutcome = 'valid' | 'has-errors' | 'not-a-document'

/** A submitted declaration. */
export type SubmittedDeclaration = {
  /** The upload index, or the number that a counter gave. */
  readonly number: string
  readonly isCounter: boolean
  /** `INTERNT-<index>-<year>`, or the counter's number. */
  readonly registrationNumber: string
  readonly form: string
  readonly cui: string
  /** `MM.yyyy`; empty if the file names none. */
  readonly period: string
  readonly fileName: string
  /** SHA-256 of the file; empty for a declaration without one. */
  readonly sha256: string
  readonly outcome: DeclarationOutcome
  readonly submittedAt: number
  /** Until then its state is `In prelucrare`. */
  readonly processedAt: number
  /** The signed-in certificate; empty at a counter. */
  readonly certificateSerial: string
}

export type NewDeclaration = Partial<Omit<SubmittedDeclaration, 'registrationNumber'>> &
  Pick<SubmittedDeclaration, 'cui' | 'form'>

/** May be changed at run time; milliseconds by the authority's clock. */
export type DeclarationHabits = {
  /** From the submission until `In prelucrare` ends, ms. */
  processingMs: number
  /** From then until the RECIPISA message is in the mailbox. */
  receiptMs: number
  /** Until a portal session without a request ends. */
  inactivityMs: number
  /** How long the certificate step stays open after the logon form. */
  certificateStepMs: number
  /** The outcome of the next declarations; with null their content decides. */
  outcome: DeclarationOutcome | null
}

/** The message that confirms a declaration in the mailbox; no list shows it before `createdAt`. */
export type ReceiptMessage = { cif: string; type: string; details: string; createdAt: number }

/** Every declaration submitted over the portal or at a counter. */
export type DeclarationRegister = {
  readonly habits: DeclarationHabits
  readonly submitted: readonly SubmittedDeclaration[]
  /** Records a declaration that the portal has accepted. */
  submit(
    declaration: ReadDeclaration,
    upload: { fileName: string; bytes: Buffer; certificateSerial: string },
  ): SubmittedDeclaration
  /** Records another declaration: an older one, or one submitted at a counter. */
  add(declaration: NewDeclaration): SubmittedDeclaration
  /** Every declaration with these bytes: two mean that a PDF was sent twice. */
  submittedOf(contentSha256: string): SubmittedDeclaration[]
  stateOf(declaration: SubmittedDeclaration): DeclarationOutcome | 'processing'
}

const MINUTE = 60_000

export function createRegister(clock: Clock, onReceipt: (message: ReceiptMessage) => void): DeclarationRegister {
  const habits: DeclarationHabits = {
    processingMs: 2000,
    receiptMs: 2000,
    inactivityMs: 10 * MINUTE,
    certificateStepMs: 2 * MINUTE,
    outcome: null,
  }
  const submitted: SubmittedDeclaration[] = []
  let nextIndex = 1_100_000_001

  const add = (given: NewDeclaration): SubmittedDeclaration => {
    const { isCounter = false, submittedAt = clock.now() } = given
    const number = given.number ?? String(nextIndex)
    nextIndex += 1
    const declaration: SubmittedDeclaration = {
      period: '',
      fileName: '',
      sha256: '',
      outcome: 'valid',
      certificateSerial: '',
      processedAt: submittedAt + habits.processingMs,
      ...given,
      number,
      isCounter,
      submittedAt,
      registrationNumber: isCounter ? number : `INTERNT-${number}-${romaniaDate(submittedAt).slice(6)}`,
    }
    submitted.push(declaration)
    if (declaration.outcome !== 'not-a-document')
      onReceipt(receiptMessage(declaration, declaration.processedAt + habits.receiptMs))
    return declaration
  }

  return {
    habits,
    submitted,
    add,
    submit: ({ form, cui, period, outcome }, { fileName, bytes, certificateSerial }) =>
      add({
        form,
        cui,
        period,
        fileName,
        sha256: sha256(bytes),
        certificateSerial,
        outcome: habits.outcome ?? outcome,
      }),
    submittedOf: wanted => submitted.filter(one => one.sha256 === wanted),
    stateOf: ({ processedAt, outcome }) => (clock.now() < processedAt ? 'processing' : outcome),
  }
}

/** `dd.MM.yyyy` in Romania. */
export function romaniaDate(epochMs: number): string {
  const [year, month, day] = isoDate(epochMs).split('-')
  return `${day}.${month}.${year}`
}

const ISO_DATE = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest', dateStyle: 'short' })

/** `yyyy-MM-dd` in Romania. */
export const isoDate = (epochMs: number): string => ISO_DATE.format(epochMs)

function receiptMessage(declaration: SubmittedDeclaration, createdAt: number): ReceiptMessage {
  const { cui, form, registrationNumber, submittedAt, period } = declaration
  const registered = `${registrationNumber}/${romaniaDate(submittedAt).replaceAll('.', '-')}`
  const details = `recipisa pentru CIF ${cui}, tip ${form}, numar_inregistrare ${registered}, perioada raportare ${period}`
  return { cif: cui, type: 'RECIPISA', details, createdAt }
}
