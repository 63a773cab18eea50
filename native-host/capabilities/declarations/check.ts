import { daysBefore, romaniaDay } from '../../../shared/domain/romania-time.ts'
import { toErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type Declaration, findRow, type StatusRow } from '../../../shared/protocol/declarations.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { DeclarationChange } from '../../archive/declarations/declarations.ts'
import { hasCome, pauseBeforeCheck } from '../../jobs/schedule.ts'
import { findDeclaration } from './find-declaration.ts'
import type { DeclarationPorts } from './ports.ts'
import { bringReceipt } from './receipt.ts'

const DAY = 86_400_000
/** After so long, a declaration without an outcome is asked for no more by itself; it shows as overdue. Milliseconds. */
const GIVES_UP = 21 * DAY
/** A receipt that the page does not offer yet is looked for so long after the outcome, ms. */
const RECEIPT_PATIENCE = DAY
/** The authority gives receipts out for so many days (D-06). */
const RECEIPT_DAYS = 60
/** Companies that a filing without a CUI is asked for, one query each. */
const MOST_COMPANIES = 50

/**
 * Does what is to be done next for a declaration that was sent or found: asks the filing-status page for its state, looks
 * for a lost one there, fetches its receipt (D-05 to D-08). A failure is written down with it, with the next check.
 */
export async function checkDeclaration(ports: DeclarationPorts, id: number, signal: AbortSignal): Promise<void> {
  const { declarations } = ports.archive
  const declaration = declarations.claim(id)
  if (!declaration) return
  try {
    await check(ports, declaration, signal)
  } catch (error) {
    const shown = ports.explain(error)
    if (signal.aborted || shown.code === 'storage') throw error
    const now = ports.now()
    const nextCheckAt = nextCheck(since(declarations, declarations.get(id) ?? declaration), now)
    declarations.update(id, { checkedAt: now, nextCheckAt, trouble: toErrorBody(shown) })
  } finally {
    declarations.release(id)
  }
}

async function check(ports: DeclarationPorts, declaration: Declaration, signal: AbortSignal): Promise<void> {
  const { archive, now } = ports
  switch (declaration.state) {
    case 'processing':
      return ask(ports, declaration, signal)
    case 'unknown': {
      const found = await findDeclaration(ports, declaration, signal)
      const checkedAt = now()
      if (found.kind === 'found') {
        const { filingNumber } = found
        const change = { state: 'processing', filingNumber, checkedAt, nextCheckAt: now(), trouble: null } as const
        const updated = archive.declarations.update(declaration.id, change)
        if (updated) await ask(ports, updated, signal)
        return
      }
      const nextCheckAt = nextCheck(declaration.createdAt, now())
      // What it failed with stays in sight until it is known better.
      const trouble = found.error ? { trouble: toErrorBody(found.error) } : {}
      archive.declarations.update(declaration.id, { checkedAt, nextCheckAt, ...trouble })
      return
    }
    case 'valid':
    case 'has-errors':
    case 'not-a-document':
      return receive(ports, declaration, signal)
    default:
      archive.declarations.update(declaration.id, { nextCheckAt: null })
  }
}

/** What the page says about a filing of a known number, and with it about the company's other filings that are due. */
async function ask(ports: DeclarationPorts, declaration: Declaration, signal: AbortSignal): Promise<void> {
  const { archive, now } = ports
  const answer = await answerFor(ports, declaration, signal)
  if (!answer) {
    // Not listed yet, or a pair that does not fit: the page says the same for both.
    const nextCheckAt = nextCheck(declaration.createdAt, now())
    archive.declarations.update(declaration.id, { checkedAt: now(), nextCheckAt, trouble: null })
    return
  }
  const told = tell(ports, declaration, answer)
  tellOthers(ports, declaration.id, answer)
  if (told && told.state !== 'processing') await receive(ports, told, signal)
}

type Answer = { cui: string; rows: readonly StatusRow[] }
type Told = { archive: Pick<Archive, 'declarations'>; now: () => number }

/** The page that lists the filing; of one without a CUI, that of a company of the list. */
async function answerFor(
  { archive, statusPage }: DeclarationPorts,
  { filingNumber, cui, isCounter }: Declaration,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  if (filingNumber === null) throw new Error('a filing that is processed without a number')
  for (const candidate of cui === null ? candidates(archive) : [cui]) {
    const answer = await statusPage.query({ filingNumber, cui: candidate, isCounter }, signal)
    if (answer.kind === 'invalid-input') throw new RecipisaError('status-input-invalid', { message: answer.message })
    if (answer.kind === 'found' && findRow(answer.rows, filingNumber)) return { cui: candidate, rows: answer.rows }
  }
  return undefined
}

/** Companies that a filing without a CUI may be of: those of the list, then those that were filed for lately. */
function candidates({ companies, declarations }: DeclarationPorts['archive']): string[] {
  const lately = declarations.list({ limit: 200, offset: 0 }).items.flatMap(one => one.cui ?? [])
  return [...new Set([...companies.list().map(({ cui }) => cui), ...lately])].slice(0, MOST_COMPANIES)
}

/** Writes down what a page says about a filing; undefined if that is nothing. */
function tell({ archive, now }: Told, declaration: Declaration, { cui, rows }: Answer) {
  const row = declaration.filingNumber === null ? undefined : findRow(rows, declaration.filingNumber)
  if (!row) return undefined
  const { state, registrationNumber } = row
  const known: DeclarationChange = {
    checkedAt: now(),
    cui,
    isUnconfirmed: false,
    ...(isOfAnotherFile(declaration, row) ? { sha256: null, size: null, fileName: null, period: null } : {}),
    form: row.form || declaration.form,
    registrationNumber,
    filedOn: row.registeredOn ?? row.uploadedOn ?? declaration.filedOn,
    trouble: null,
  }
  const nextCheckAt = nextCheck(declaration.createdAt, now())
  if (state === null) {
    const problem = `the state "${row.wording}" is not known`
    const trouble = toErrorBody(new RecipisaError('answer-unexpected', { operation: 'StareD112', problem, kept: '' }))
    archive.declarations.update(declaration.id, { ...known, nextCheckAt, trouble })
    return undefined
  }
  if (state === 'processing') return archive.declarations.update(declaration.id, { ...known, nextCheckAt })
  return archive.declarations.update(declaration.id, { ...known, state, nextCheckAt: now() })
}

/** A page in the browser named a number for the file that was chosen there; the authority says that it is another form's. */
function isOfAnotherFile({ isUnconfirmed, form }: Declaration, row: StatusRow): boolean {
  return isUnconfirmed && form !== null && row.form !== '' && form.toUpperCase() !== row.form.toUpperCase()
}

/** The page lists all of a company's filings: what is due among them need not be asked for by itself. */
function tellOthers(ports: DeclarationPorts, id: number, answer: Answer): void {
  const { archive, now } = ports
  for (const other of archive.declarations.open()) {
    const isMeant = other.id !== id && other.cui === answer.cui && other.state === 'processing' && !other.isCounter
    if (isMeant && hasCome(other.nextCheckAt, now())) tellUnclaimed(ports, other.id, answer)
  }
}

/** Writes down what a page says about a filing, unless somebody works on that. */
export function tellUnclaimed(ports: Told, id: number, answer: Answer): void {
  const { declarations } = ports.archive
  const claimed = declarations.claim(id)
  if (!claimed) return
  try {
    tell(ports, claimed, answer)
  } finally {
    declarations.release(id)
  }
}

async function receive(ports: DeclarationPorts, declaration: Declaration, signal: AbortSignal): Promise<void> {
  const { archive, now } = ports
  const { id, cui, filingNumber, isCounter, filedOn, receipt } = declaration
  if (receipt === 'archived' || cui === null || filingNumber === null || isCounter) {
    archive.declarations.update(id, { nextCheckAt: null })
    return
  }
  const brought = await bringReceipt(ports, { uploadIndex: filingNumber, cui, declaration }, signal)
  if (brought) {
    archive.declarations.update(id, { nextCheckAt: null, receiptUnavailable: false, trouble: null })
    return
  }
  const isTooOld = filedOn !== null && filedOn < romaniaDay(daysBefore(now(), RECEIPT_DAYS))
  const age = now() - since(archive.declarations, declaration)
  const isPatient = !isTooOld && age < RECEIPT_PATIENCE
  archive.declarations.update(id, {
    checkedAt: now(),
    nextCheckAt: isPatient ? now() + pauseBeforeCheck(age) : null,
    receiptUnavailable: !isPatient,
  })
}

/** From when on it is waited for what comes next: the outcome, or the receipt of an outcome that may have taken days. */
function since(declarations: Archive['declarations'], { id, state, createdAt }: Declaration): number {
  const hasOutcome = state === 'valid' || state === 'has-errors' || state === 'not-a-document'
  return hasOutcome ? declarations.outcomeSince(id) : createdAt
}

/** Epoch ms; null for never again by itself. */
function nextCheck(from: number, now: number): number | null {
  const age = Math.max(0, now - from)
  return age > GIVES_UP ? null : now + pauseBeforeCheck(age)
}
