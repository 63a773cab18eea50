import type { Declaration } from '../../shared/protocol/declarations.ts'
import { companyName } from '../../shared/protocol/registers/lookup-answers.ts'
import type { ReportRequest } from '../../shared/protocol/requests.ts'
import type { SessionService } from '../../shared/protocol/session.ts'
import type { AuthorityModel } from './authority/model.ts'
import type { DeclarationPaper } from './declaration-papers.ts'
import type { Session } from './programs.ts'

/** The report that the person requests: it takes no other parameter than the company. */
const REPORT = 'VECTOR FISCAL'

type ErrandOptions = {
  authority: AuthorityModel
  cuis: readonly string[]
  papers: readonly DeclarationPaper[]
}

/** The person's other tasks: submits declarations, requests reports, looks companies up. */
export class Errands {
  readonly papers: readonly DeclarationPaper[]
  readonly toldDeclarations: Declaration[] = []
  readonly toldRequests: ReportRequest[] = []
  /** The number of the person's requests for a company's report, by CUI. */
  readonly asked = new Map<string, number>()
  /** Whether some work may continue after the person has left. */
  hasBegun = false
  readonly #authority: AuthorityModel
  readonly #cuis: readonly string[]

  constructor({ authority, cuis, papers }: ErrandOptions) {
    this.#authority = authority
    this.#cuis = cuis
    this.papers = papers.filter(({ cui }) => cuis.includes(cui))
  }

  /** Shows the certificate to a service in the browser, and the program gets the cookies, unless it has a session. */
  async connect({ call }: Session, service: SessionService): Promise<void> {
    this.hasBegun = true
    const { services } = await call('session.status', {})
    if (services.find(one => one.service === service)?.state === 'active') return
    await call('session.import', { service, cookies: this.#authority.signIn(service) })
  }

  async submit(session: Session, document: number): Promise<void> {
    const paper = this.papers[document % this.papers.length]
    if (!paper) return
    const { call } = session
    const { sha256 } = await call('declarations.inspect', {
      fileName: paper.fileName,
      data: paper.bytes.toString('base64'),
    })
    await this.connect(session, 'portal')
    const { declarations } = await call('declarations.submit', { files: [{ sha256 }] })
    this.toldDeclarations.push(...declarations)
    const followed = await call('declarations.follow', { ids: declarations.map(({ id }) => id) })
    this.toldDeclarations.push(...followed.declarations)
  }

  async askForReport(session: Session, company: number): Promise<void> {
    const { call } = session
    const cui = this.#cuis[company % this.#cuis.length] ?? ''
    await this.connect(session, 'spv')
    this.asked.set(cui, (this.asked.get(cui) ?? 0) + 1)
    const { requests } = await call('requests.send', { type: REPORT, cuis: [cui] })
    this.toldRequests.push(...requests)
    const followed = await call('requests.follow', { ids: requests.map(({ id }) => id) })
    this.toldRequests.push(...followed.requests)
  }

  /** Looks all companies up; returns what the register says otherwise. */
  async lookUp({ call }: Session): Promise<string[]> {
    const { companies } = await call('lookups.get', { cuis: [...this.#cuis], registers: ['vat', 'e-invoicing'] })
    return companies.flatMap(company => {
      const name = this.#authority.registers.of(company.cui)?.name.toUpperCase()
      return companyName(company) === name ? [] : [`${company.cui} is said to be "${companyName(company)}"`]
    })
  }
}
