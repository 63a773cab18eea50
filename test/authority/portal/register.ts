import type { Clock } from '../clock.ts'
import { sha256 } from '../journal.ts'
import type { ReadDeclaration } from './read-declaration.ts'

export type DeclarationOutcome = 'valid' | 'has-errors' | 'not-a-document'

/** A declaration that was filed. */
export type DeclarationFiling = {
  /** The upload index, or what a counter gave. */
  readonly number: string
  readonly isCounter: boolean
  /** `INTERNT-<index>-<year>`, or the counter's number. */
  readonly registrationNumber: string
  readonly form: string
  readonly cui: string
  /** `MM.yyyy`; empty where the file says none. */
  readonly period: string
  readonly fileName: string
  /** Of the bytes as they came; empty for a filing that came with no file. */
  readonly sha256: string
  readonly outcome: DeclarationOutcome
  readonly filedAt: number
  /** Until then it is `In prelucrare`. */
  readonly processedAt: number
  /** Who was signed in; empty at a counter. */
  readonly certificateSerial: string
}

export type NewDeclaration = Partial<Omit<DeclarationFiling, 'registrationNumber'>> &
  Pick<DeclarationFiling, 'cui' | 'form'>

/** May be changed while the authority runs; milliseconds by the authority's clock. */
export type DeclarationHabits = {
  /** From the filing until `In prelucrare` ends. */
  processingMs: number
  /** And from there until the RECIPISA message is in the mailbox. */
  receiptMs: number
  /** Until a session of the portal without a request ends. */
  inactivityMs: number
  /** How long the certificate step is open after the logon form. */
  certificateStepMs: number
  /** What becomes of the next filings, whatever they hold; by their content where it is null. */
  outcome: DeclarationOutcome | null
}

/** The message that confirms a filing in the mailbox; in no list before `createdAt`. */
export type ReceiptMessage = { cif: string; type: string; details: string; createdAt: number }

/** Every declaration that was filed, over the portal or at a counter. */
export type DeclarationRegister = {
  readonly habits: DeclarationHabits
  readonly filings: readonly DeclarationFiling[]
  /** Records what the portal has taken. */
  file(
    declaration: ReadDeclaration,
    upload: { fileName: string; bytes: Buffer; certificateSerial: string },
  ): DeclarationFiling
  /** A filing of the world's own: an older one, or one at a counter. */
  add(declaration: NewDeclaration): DeclarationFiling
  /** Every filing of these bytes: two are a document that was sent twice. */
  filingsOf(contentSha256: string): DeclarationFiling[]
  stateOf(filing: DeclarationFiling): DeclarationOutcome | 'processing'
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
  const filings: DeclarationFiling[] = []
  let nextIndex = 1_100_000_001

  const add = (declaration: NewDeclaration): DeclarationFiling => {
    const { isCounter = false, filedAt = clock.now() } = declaration
    const number = declaration.number ?? String(nextIndex)
    nextIndex += 1
    const filing: DeclarationFiling = {
      period: '',
      fileName: '',
      sha256: '',
      outcome: 'valid',
      certificateSerial: '',
      processedAt: filedAt + habits.processingMs,
      ...declaration,
      number,
      isCounter,
      filedAt,
      registrationNumber: isCounter ? number : `INTERNT-${number}-${romaniaDate(filedAt).slice(6)}`,
    }
    filings.push(filing)
    if (filing.outcome !== 'not-a-document') onReceipt(receiptMessage(filing, filing.processedAt + habits.receiptMs))
    return filing
  }

  return {
    habits,
    filings,
    add,
    file: ({ form, cui, period, outcome }, { fileName, bytes, certificateSerial }) =>
      add({
        form,
        cui,
        period,
        fileName,
        sha256: sha256(bytes),
        certificateSerial,
        outcome: habits.outcome ?? outcome,
      }),
    filingsOf: wanted => filings.filter(filing => filing.sha256 === wanted),
    stateOf: ({ processedAt, outcome }) => (clock.now() < processedAt ? 'processing' : outcome),
  }
}

/** `dd.MM.yyyy` in Romania. */
export function romaniaDate(epochMs: number): string {
  const [year, month, day] = isoDate(epochMs).split('-')
  return `${day}.${month}.${year}`
}

/** `yyyy-MM-dd` in Romania. */
export const isoDate = (epochMs: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest', dateStyle: 'short' }).format(epochMs)

function receiptMessage(filing: DeclarationFiling, createdAt: number): ReceiptMessage {
  const { cui, form, registrationNumber, filedAt, period } = filing
  const registered = `${registrationNumber}/${romaniaDate(filedAt).replaceAll('.', '-')}`
  const details = `recipisa pentru CIF ${cui}, tip ${form}, numar_inregistrare ${registered}, perioada raportare ${period}`
  return { cif: cui, type: 'RECIPISA', details, createdAt }
}
