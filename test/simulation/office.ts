import { createHash } from 'node:crypto'
import type { Upload } from '../../shared/protocol/uploads.ts'
import { sampleXml } from '../authority/documents/sample.ts'
import { type AuthorityModel, SERIAL } from './authority/model.ts'
import { FIRST_PAIR } from './authority/tokens.ts'
import type { DeclarationPaper } from './declaration-papers.ts'
import { Errands } from './errands.ts'
import type { Machine } from './machine/machine.ts'
import type { Network } from './network.ts'
import { type Deed, UPLOADS } from './plan.ts'
import { type Kind, Programs, type Session } from './programs.ts'

type OfficeOptions = {
  machine: Machine
  network: Network
  authority: AuthorityModel
  cuis: readonly string[]
  partner: string
  addInvoice: (cui: string, age: number) => void
  papers: readonly DeclarationPaper[]
}

/** A document that the person may upload. */
export type Paper = { fileName: string; bytes: Buffer; sha256: string; cui: string }

/** The person's last news of an upload, with its moment. */
export type Told = { at: number; upload: Upload }

/** The person at the machine: the actions there, and the program's answers. */
export class Office {
  readonly programs: Programs
  readonly papers: readonly Paper[]
  readonly told: Told[] = []
  readonly errands: Errands
  /** Errors without one of our reasons. */
  readonly unexplained: string[] = []
  /** Deeds whose work continues. */
  underWay = 0
  readonly #options: OfficeOptions
  /** The sessions that the person has open. */
  readonly open = new Set<Session>()

  constructor(options: OfficeOptions) {
    this.#options = options
    this.programs = new Programs(options.machine, options.network)
    const { cuis, partner } = options
    this.errands = new Errands(options)
    this.papers = Array.from({ length: UPLOADS }, (_, n) => {
      const cui = cuis[n % cuis.length] ?? ''
      const bytes = Buffer.from(sampleXml({ seller: cui, buyer: partner, number: `F-${n}`, seed: n }))
      return { fileName: `factura-${n}.xml`, bytes, cui, sha256: createHash('sha256').update(bytes).digest('hex') }
    })
  }

  /** Signs in and names the companies. */
  async setUp(): Promise<void> {
    await this.settle(
      this.programs.within('terminal', async session => {
        await (await session.services.tokens()).import(JSON.stringify(FIRST_PAIR))
        const { companies } = await session.services.archive()
        for (const cui of this.#options.cuis) companies.put(cui, 'granted')
      }),
    )
  }

  /** Lets time pass until some work is over; throws if it never is. */
  async settle<T>(work: Promise<T>, patience = 30 * 60_000): Promise<T> {
    const { timeline } = this.#options.machine
    let outcome: { value: T } | { error: unknown } | undefined
    work.then(
      value => {
        outcome = { value }
      },
      (error: unknown) => {
        outcome = { error }
      },
    )
    await timeline.run(() => outcome !== undefined, timeline.now + patience)
    if (outcome === undefined) throw new Error('it never ends')
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  perform(deed: Deed): void {
    const { machine, authority, cuis, addInvoice } = this.#options
    machine.note(`deed ${deed.act}`)
    switch (deed.act) {
      case 'sync':
        this.#at('terminal', deed.leavesAfter, session => this.sync(session))
        break
      case 'panel-sync':
        this.#at('panel', deed.leavesAfter, session => this.sync(session))
        break
      case 'upload':
      case 'upload-again': {
        const kind = deed.act === 'upload' && deed.panel ? 'panel' : 'terminal'
        const leavesAfter = deed.act === 'upload' ? deed.leavesAfter : undefined
        this.#at(kind, leavesAfter, session => this.#upload(session, deed.document))
        break
      }
      case 'submit':
        this.#at(deed.panel ? 'panel' : 'terminal', deed.leavesAfter, session =>
          this.errands.submit(session, deed.document),
        )
        break
      case 'ask-for-report':
        this.#at(deed.panel ? 'panel' : 'terminal', deed.leavesAfter, session =>
          this.errands.askForReport(session, deed.company),
        )
        break
      case 'look-up':
        this.#at(deed.panel ? 'panel' : 'terminal', undefined, session => this.errands.lookUp(session))
        break
      case 'resume':
        this.#at('panel', 20_000, session => session.call('jobs.list', {}))
        break
      case 'cancel-jobs':
        this.#at('terminal', undefined, async session => {
          const { jobs } = await session.call('jobs.list', {})
          for (const { id, endedAt } of jobs) if (endedAt === null) await session.call('jobs.cancel', { id })
        })
        break
      case 'kill': {
        const { processes } = machine
        if (processes.length > 0) machine.crash(machine.random.pick(processes), 'kill')
        break
      }
      case 'power':
        machine.losePower()
        break
      case 'lose-database':
        machine.loseDatabases()
        break
      case 'fill-disk':
        machine.disk.isFull = true
        machine.fullFrom(deed.ms)
        break
      case 'shift-clock':
        machine.timeline.shift(deed.ms)
        break
      case 'stand-still':
        machine.timeline.standStill(deed.ms)
        break
      case 'invoice':
        addInvoice(cuis[deed.company % cuis.length] ?? '', 0)
        break
      case 'revoke-access':
        authority.tokens.revokeAccess()
        break
      case 'sign-in':
        this.#at('terminal', undefined, session => this.signIn(session))
        break
    }
  }

  /** Works in a process of its own; `leavesAfter`: when the person has had enough, ms. */
  #at(kind: Kind, leavesAfter: number | undefined, work: (session: Session) => Promise<unknown>): void {
    const { machine } = this.#options
    const session = this.programs.open(kind)
    this.underWay++
    const { process } = session
    let isOver = false
    const over = () => {
      if (!isOver) this.underWay--
      isOver = true
    }
    this.open.add(session)
    process.onEnd(() => {
      this.open.delete(session)
      over()
    })
    if (leavesAfter !== undefined)
      machine.timeline.after(leavesAfter, () => {
        if (!process.isAlive) return
        if (kind === 'panel') this.programs.closePanel(session)
        else session.leave('cancelled')
      })
    const run = async () => {
      if (kind === 'panel')
        void this.programs
          .resume(session)
          .catch((error: unknown) => machine.note(`${process.name} could not resume: ${error}`))
      await work(session).catch((error: unknown) => this.#heard(session, error))
      await this.programs.end(session)
    }
    run().catch((error: unknown) => {
      if (process.isAlive) machine.uncaught(process, error)
    })
  }

  async sync({ call, services }: Session): Promise<void> {
    const { companies } = await services.archive()
    // A lost database has lost them; the person names them again.
    for (const cui of this.#options.cuis) if (!companies.get(cui)) companies.put(cui, 'granted')
    await call('invoices.sync', {})
  }

  async #upload({ call }: Session, document: number): Promise<void> {
    const paper = this.papers[document % this.papers.length]
    if (!paper) return
    const { fileName, bytes, cui } = paper
    const { sha256, standard, suggested } = await call('uploads.inspect', { fileName, data: bytes.toString('base64') })
    const sent = await call('uploads.send', { sha256, cui, standard: standard ?? 'UBL', flags: suggested })
    this.#tell(sent.attempt)
    const followed = await call('uploads.follow', { id: sent.attempt.id })
    this.#tell(followed.attempt)
  }

  #tell(upload: Upload): void {
    this.told.push({ at: this.#options.machine.timeline.now, upload })
  }

  async signIn({ services }: Session): Promise<void> {
    const tokens = await this.#options.authority.tokens.issue({ certificateSerial: SERIAL, jwt: false })
    await (await services.tokens()).import(JSON.stringify(tokens))
  }

  #heard({ process, program, services }: Session, error: unknown): void {
    if (!process.isAlive) return
    const reason = error instanceof program.RecipisaError ? error.reason : 'no reason'
    this.#options.machine.note(`${process.name} heard ${reason}`)
    if (reason === 'unexpected' || reason === 'no reason') {
      services.explain(error)
      this.unexplained.push(
        `${process.name}: ${error instanceof Error ? ((error.cause as Error)?.stack ?? error.stack) : String(error)}`,
      )
    }
  }
}
