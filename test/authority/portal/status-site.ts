import type { Clock } from '../clock.ts'
import { textPdf } from '../documents/pdf.ts'
import { type Exchange, type Reply, reply, type Site } from '../http.ts'
import { notFoundPage as noSuchPage } from '../pages.ts'
import { type DeclarationRegister, romaniaDate, type SubmittedDeclaration } from './register.ts'
import { invalidPage, notFoundPage, queryPage, resultPage, STATE_WORDS } from './status-pages.ts'

const BASE = '/StareD112'
const DAY = 86_400_000
/** How long receipts can be downloaded. */
const RECEIPT_DAYS = 60
/** How many declarations of a company one answer lists, and of how many months. */
const LISTED = 200
const MONTHS = 3

/** The public declaration status page: no session, no certificate, always HTTP 200. */
export function createStatusSite({ register, clock }: { register: DeclarationRegister; clock: Clock }): Site {
  const hasReceipt = (declaration: SubmittedDeclaration) =>
    !declaration.isCounter &&
    register.stateOf(declaration) !== 'processing' &&
    clock.now() - declaration.submittedAt <= RECEIPT_DAYS * DAY

  const query = ({ body }: Exchange): Reply => {
    const form = new URLSearchParams(body.toString())
    const [counter, number, cui] = ['ghiseu', 'id', 'cui'].map(name => form.get(name)?.trim() ?? '')
    const isNumber = counter === 'Y' ? /^[\w./ -]+$/ : /^\d+$/
    if (!number || !cui || !isNumber.test(number) || !/^\d+$/.test(cui) || !/^[NY]$/.test(counter ?? '')) {
      return invalidPage()
    }
    const now = clock.now()
    const start = Temporal.Instant.fromEpochMilliseconds(now)
      .toZonedDateTimeISO('Europe/Bucharest')
      .subtract({ months: MONTHS }).epochMilliseconds
    const own = register.submitted
      .filter(declaration => declaration.cui === cui && declaration.submittedAt >= start)
      .toReversed() // Those of one moment: the last first.
      .toSorted((one, other) => other.submittedAt - one.submittedAt)
      .slice(0, LISTED)
    if (!own.some(declaration => declaration.number === number && declaration.isCounter === (counter === 'Y')))
      return notFoundPage()
    const rows = own.map(declaration => ({
      declaration,
      state: STATE_WORDS[register.stateOf(declaration)],
      registered: romaniaDate(declaration.submittedAt),
      hasReceipt: hasReceipt(declaration),
    }))
    return resultPage(cui, romaniaDate(start), romaniaDate(now), rows)
  }

  const receipt = ({ query: parameters }: Exchange): Reply => {
    const [, index = ''] = /^(\d+)\.pdf$/.exec(parameters.get('numefisier') ?? '') ?? []
    const declaration = register.submitted.find(one => one.number === index && hasReceipt(one))
    const bytes = declaration ? receiptPdf(declaration) : Buffer.alloc(0)
    const answer = reply(200, 'application/pdf', bytes)
    return { ...answer, headers: { ...answer.headers, 'Content-Disposition': `inline;filename=${index}.pdf` } }
  }

  return {
    handle: exchange => {
      const { method, path } = exchange
      if (path === `${BASE}/`) return queryPage()
      if (path === `${BASE}/vizualizareStare.do`) return method === 'POST' ? query(exchange) : queryPage()
      return path === `${BASE}/ObtineRecipisa` ? receipt(exchange) : noSuchPage()
    },
  }
}

/** The receipt: different for each declaration, identical bytes each time. */
export function receiptPdf(declaration: SubmittedDeclaration): Buffer {
  const { number, form, cui, period, registrationNumber, submittedAt, outcome } = declaration
  return textPdf([
    'RECIPISA',
    '',
    `Index ${number}`,
    `Declaratia ${form} pentru CUI ${cui}, perioada ${period}`,
    `Inregistrata sub numarul ${registrationNumber} din ${romaniaDate(submittedAt)}`,
    STATE_WORDS[outcome],
  ])
}
