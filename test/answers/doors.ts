import { sampleXml } from '../authority/documents/sample.ts'
import { inventCompany } from '../authority/world/companies.ts'
import { createRandom } from '../authority/world/random.ts'
import type { HostProcess, Message } from '../contract/support/host.ts'
import type { Office } from '../contract/support/office.ts'
import { type Answer, ruleFor } from './answers.ts'

/** The outcome of an answer behind the front door: see `Classified`. `told`: every word that the person gets with it. */
export interface Outcome {
  becomes: string
  told: string
}

/** An office whose company is `cui`, and its host. */
export interface Place {
  office: Office
  host: HostProcess
  cui: string
}

/** Serves one operation's answers to every caller, and returns the outcome of each, by situation. */
type Door = (place: Place, answers: readonly Answer[]) => Promise<Map<string, Outcome>>

const BUYER = '34878414'
/** The company of the published list. */
const PUBLISHED_CUI = '8000000000'
const NO_FLAGS = { extern: false, selfBilled: false, enforcement: false, b2c: false }

const random = createRandom(7)
const taken = new Set<string>()
const newCui = (): string => inventCompany(random, taken).cui

let number = 0
const newInvoice = (seller: string): string =>
  Buffer.from(sampleXml({ seller, buyer: BUYER, number: `A-${++number}` })).toString('base64')

/** One request of the protocol for each answer. */
function oneByOne(path: string, ask: (place: Place) => Promise<Message>, read: (result: never) => string): Door {
  return async (place, answers) => {
    const outcomes = new Map<string, Outcome>()
    for (const answer of answers) {
      const rule = ruleFor({ path }, answer)
      const fault = rule && place.office.authority.faults.add(rule)
      const { error, result } = await ask(place)
      fault?.remove()
      outcomes.set(answer.situation, {
        becomes: error ? String(error.details.reason) : read(result as never),
        told: JSON.stringify(error ?? result),
      })
    }
    return outcomes
  }
}

const upload = async ({ host, cui }: Place): Promise<Message> => {
  const { sha256 } = await host.request('uploads.inspect', { fileName: 'factura.xml', data: newInvoice(cui) })
  return host.start('uploads.send', { sha256, cui, standard: 'UBL', flags: NO_FLAGS }).answer
}

const pdf = (path: string, validate: boolean): Door =>
  oneByOne(
    path,
    ({ host, cui }) => {
      const source = { fileName: 'factura.xml', data: newInvoice(cui) }
      return host.start('invoices.pdf', { source, validate }).answer
    },
    (made: { outcome: string }) => made.outcome,
  )

/** One sync of companies, each of which gets another list. */
const lists: Door = async ({ office, host }, answers) => {
  // The published list is of this company.
  const companies = answers.map((answer, index) => ({ answer, cui: index === 0 ? PUBLISHED_CUI : newCui() }))
  for (const { cui } of companies) office.authority.world.addCompany(cui, `Firma ${cui} SRL`)
  await office.addCompanies(companies.map(({ cui }) => cui))
  for (const { answer, cui } of companies) {
    const rule = ruleFor({ path: '/listaMesajePaginatieFactura', query: { cif: cui } }, answer)
    if (rule) office.authority.faults.add(rule)
  }
  const result = await host.request('invoices.sync', { cuis: companies.map(({ cui }) => cui) })
  office.authority.faults.clear()
  return new Map(
    companies.map(({ answer, cui }) => {
      const company = result.companies.find(one => one.cui === cui)
      const becomes = company?.error ? String(company.error.details.reason) : `${company?.listed} messages`
      return [answer.situation, { becomes, told: JSON.stringify(company) }]
    }),
  )
}

/** One sync of a company with a message for each answer. */
const downloads: Door = async ({ office, host, cui }, answers) => {
  const uploadedAt = Date.now() - 86_400_000
  const listed = answers.map(answer => {
    const { messages } = office.authority.world.addInvoice({ seller: cui, buyer: BUYER, uploadedAt })
    return { answer, id: messages.find(message => message.cui === cui)?.id ?? '' }
  })
  for (const { answer, id } of listed) {
    const rule = ruleFor({ path: '/descarcare', query: { id } }, answer)
    if (rule) office.authority.faults.add(rule)
  }
  const result = await host.request('invoices.sync', { cuis: [cui] })
  office.authority.faults.clear()
  const failures = result.companies.flatMap(company => company.failures)
  const { items } = await host.request('invoices.list', {})
  return new Map(
    listed.map(({ answer, id }) => {
      const failure = failures.find(one => one.id === id)?.error
      const becomes = failure ? String(failure.details.reason) : items.find(item => item.id === id)?.state
      return [answer.situation, { becomes: String(becomes), told: JSON.stringify(failure ?? '') }]
    }),
  )
}

/** Adding a company checks its rights by a list by days. */
const byDays: Door = oneByOne(
  '/listaMesajeFactura',
  ({ office, host }) => {
    // It has rights if the answer sends the host on to the pages.
    const cui = newCui()
    office.authority.world.addCompany(cui, `Firma ${cui} SRL`)
    return host.start('companies.add', { cui }).answer
  },
  ({ company, refusal }: { company: { rights: string }; refusal: { details: { reason: string } } | null }) =>
    refusal ? refusal.details.reason : company.rights,
)

/** By operation, like CLASSIFIED. */
export const DOORS: Readonly<Record<string, Door>> = {
  'upload POST /upload': oneByOne('/upload', upload, (sent: { attempt: { state: string } }) => sent.attempt.state),
  'staremesaj GET /stareMesaj': oneByOne(
    '/stareMesaj',
    ({ host }) => host.start('uploads.status', { uploadIndex: '18' }).answer,
    (status: { state: string }) => status.state,
  ),
  'descarcare GET /descarcare': downloads,
  'listamesaje GET /listaMesajePaginatieFactura': lists,
  'listamesaje GET /listaMesajeFactura': byDays,
  'validare POST /validare/{standard}': oneByOne(
    '/validare/FACT1',
    ({ host, cui }) =>
      host.start('invoices.validate', { source: { fileName: 'factura.xml', data: newInvoice(cui) } }).answer,
    (validated: { state: string }) => validated.state,
  ),
  'validaresemnatura POST /api/validate/signature': oneByOne(
    '/validate/signature',
    ({ office, host, cui }) => {
      const [message] = office.authority.world.messagesOf(cui, 'test')
      const data = office.authority.zipOf(message?.id ?? '').toString('base64')
      return host.start('invoices.verifyAtAuthority', { source: { fileName: 'factura.zip', data } }).answer
    },
    (verified: { verdict: string }) => verified.verdict,
  ),
  'xmltopdf POST /transformare/{standard}': pdf('/transformare/FACT1', true),
  'xmltopdf POST /transformare/{standard}/{novld}': pdf('/transformare/FACT1/DA', false),
}
