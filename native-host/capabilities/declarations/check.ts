import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { isReceiptGone } from '../../../shared/filings/receipt-days.ts'
import { type Declaration, findRow, type StatusRow } from '../../../shared/protocol/declarations.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { DeclarationChange } from '../../archive/declarations/declarations.ts'
import { hasCome, pauseBeforeCheck } from '../../jobs/schedule.ts'
import { findDeclaration } from './find-declaration.ts'
import type { DeclarationPorts } from './ports.ts'
import { bringReceipt } from './receipt.ts'

const DAY = 86_400_000
/** How long to check a declaration without an outcome, ms; later it shows as overdue. */
const CHECK_TIME = 21 * DAY
/** How long after the outcome to look for a missing receipt, ms. */
const RECEIPT_SEARCH_TIME = DAY
/** How many companies to try for a declaration without a CUI, one query each. */
const MOST_COMPANIES = 50

/**
 * Does the next step of a declaration that was sent or found: asks the declaration status page for its state, looks
 * there for a declaration of unknown outcome, or fetches the receipt (D-05 to D-08). A failure goes into its row with
 * the next check.
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
    const current = declarations.get(id) ?? declaration
    const from = waitingSince(declarations, current)
    // A failed search proves nothing, so the one that ends the search must succeed.
    const nextCheckAt = current.state === 'unknown' ? now + pauseBeforeCheck(now - from) : nextCheck(from, now)
    declarations.update(id, { checkedAt: now, nextCheckAt, trouble: toErrorBody(shown) })
  } finally {
    declarations.release(id)
  }
}

async function check(ports: DeclarationPorts, declaration: Declaration, signal: AbortSignal): Promise<void> {
  const { archive, now } = ports
  switch (declaration.state) {
    case 'processing':
      return askPage(ports, declaration, signal)
    case 'unknown': {
      const found = await findDeclaration(ports, declaration, signal)
      const checkedAt = now()
      if (found.kind === 'found') {
        const { filingNumber } = found
        const change = { state: 'processing', filingNumber, checkedAt, nextCheckAt: now(), trouble: null } as const
        const updated = archive.declarations.update(declaration.id, change)
        if (updated) await askPage(ports, updated, signal)
        return
      }
      const nextCheckAt = nextCheck(declaration.createdAt, now())
      // The last failure stays visible until something better is known.
      const trouble = found.error ? { trouble: toErrorBody(found.error) } : {}
      archive.declarations.update(declaration.id, { checkedAt, nextCheckAt, ...trouble })
      return
    }
    case 'valid':
    case 'has-errors':
    case 'not-a-document':
      return fetchReceipt(ports, declaration, signal)
    default:
      archive.declarations.update(declaration.id, { nextCheckAt: null })
  }
}

/**
 * Asks the page for a declaration with a known number, and applies the answer to the company's other due declarations
 * too.
 */
async function askPage(ports: DeclarationPorts, declaration: Declaration, signal: AbortSignal): Promise<void> {
  const { archive, now } = ports
  const answer = await pageOf(ports, declaration, signal)
  if (!answer) {
    // Not listed yet, or number and CUI do not belong together: the page's answer is the same for both.
    const nextCheckAt = nextCheck(declaration.createdAt, now())
    archive.declarations.update(declaration.id, { checkedAt: now(), nextCheckAt, trouble: null })
    return
  }
  const updated = applyAnswer(ports, declaration, answer)
  applyToOthers(ports, declaration.id, answer)
  if (updated && updated.state !== 'processing') await fetchReceipt(ports, updated, signal)
}

type Answer = { cui: string; rows: readonly StatusRow[] }
type AnswerPorts = { archive: Pick<Archive, 'declarations'>; now: () => number }

/** The page that lists the declaration. A declaration without a CUI is tried under several companies' CUIs. */
async function pageOf(
  { archive, statusPage }: DeclarationPorts,
  { filingNumber, cui, isCounter }: Declaration,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  if (filingNumber === null) throw new Error('a declaration is processed without a number')
  for (const candidate of cui === null ? candidates(archive) : [cui]) {
    const answer = await statusPage.query({ filingNumber, cui: candidate, isCounter }, signal)
    if (answer.kind === 'invalid-input') throw new RecipisaError('status-input-invalid', { message: answer.message })
    if (answer.kind === 'found' && findRow(answer.rows, filingNumber)) return { cui: candidate, rows: answer.rows }
  }
  return undefined
}

/** Companies that may have filed the declaration: those of the list, then those of the latest declarations. */
function candidates({ companies, declarations }: DeclarationPorts['archive']): string[] {
  const latest = declarations.list({ limit: 200, offset: 0 }).items.flatMap(one => one.cui ?? [])
  return [...new Set([...companies.list().map(({ cui }) => cui), ...latest])].slice(0, MOST_COMPANIES)
}

/** Writes a page's facts about a declaration into its row; undefined if the page does not list it. */
function applyAnswer({ archive, now }: AnswerPorts, declaration: Declaration, { cui, rows }: Answer) {
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

/** Whether a number that a page in the browser named for a file belongs to another form, according to the authority. */
function isOfAnotherFile({ isUnconfirmed, form }: Declaration, row: StatusRow): boolean {
  return isUnconfirmed && form !== null && row.form !== '' && form.toUpperCase() !== row.form.toUpperCase()
}

/** The page lists all declarations of a company, so the other due ones need no query of their own. */
function applyToOthers(ports: DeclarationPorts, id: number, answer: Answer): void {
  const { archive, now } = ports
  for (const other of archive.declarations.open()) {
    const isListed = other.id !== id && other.cui === answer.cui && other.state === 'processing' && !other.isCounter
    if (isListed && hasCome(other.nextCheckAt, now())) applyUnclaimed(ports, other.id, answer)
  }
}

/** Writes a page's facts about a declaration into its row, unless a process works on the declaration. */
export function applyUnclaimed(ports: AnswerPorts, id: number, answer: Answer): void {
  const { declarations } = ports.archive
  const claimed = declarations.claim(id)
  if (!claimed) return
  try {
    applyAnswer(ports, claimed, answer)
  } finally {
    declarations.release(id)
  }
}

async function fetchReceipt(ports: DeclarationPorts, declaration: Declaration, signal: AbortSignal): Promise<void> {
  const { archive, now } = ports
  const { id, cui, filingNumber, isCounter, filedOn, receipt } = declaration
  if (receipt === 'archived' || cui === null || filingNumber === null || isCounter) {
    archive.declarations.update(id, { nextCheckAt: null })
    return
  }
  const fetched = await bringReceipt(ports, { uploadIndex: filingNumber, cui, declaration }, signal)
  if (fetched) {
    archive.declarations.update(id, { nextCheckAt: null, receiptUnavailable: false, trouble: null })
    return
  }
  const age = now() - waitingSince(archive.declarations, declaration)
  const isPatient = !isReceiptGone(filedOn, now()) && age < RECEIPT_SEARCH_TIME
  archive.declarations.update(id, {
    checkedAt: now(),
    nextCheckAt: isPatient ? now() + pauseBeforeCheck(age) : null,
    receiptUnavailable: !isPatient,
  })
}

/**
 * The start of the wait for the next step, epoch ms: the outcome, or the receipt after an outcome that may have taken
 * days.
 */
function waitingSince(declarations: Archive['declarations'], { id, state, createdAt }: Declaration): number {
  const hasOutcome = state === 'valid' || state === 'has-errors' || state === 'not-a-document'
  return hasOutcome ? declarations.outcomeSince(id) : createdAt
}

/** When to check again, epoch ms; null for never again on its own. */
function nextCheck(from: number, now: number): number | null {
  const age = now - from
  return age > CHECK_TIME ? null : now + pauseBeforeCheck(age)
}
