import type { Method, ParamsIn, ResultOf } from '../../shared/protocol/methods.ts'
import { CLIENT } from './authority/model.ts'
import type { Machine, RunningProgram } from './machine/machine.ts'
import { never } from './machine/process.ts'
import type { Network } from './network.ts'
import type { Program } from './program/bundle.ts'

type Services = ReturnType<Program['createServices']>

/** A process in which a person, or a test, calls methods of the protocol. */
export type Session = RunningProgram & {
  services: Services
  /** Never settles once the process has died. */
  call<M extends Method>(method: M, params: ParamsIn<M>): Promise<ResultOf<M>>
  /** Ends the calls: `cancelled` as Ctrl-C does, `host-lost` as a closed port does. */
  leave(reason: 'cancelled' | 'host-lost'): void
}

export type Kind = 'terminal' | 'panel' | 'runner'

/** How long the browser leaves a host whose port it has closed, ms. */
const KILLED_AFTER = 2000
/** Time that a carrier needs to store tokens, ms. */
const STORING_PATIENCE = 60_000

/** The forms in which the program runs: at a terminal, for the panel, and as the processes that it starts itself. */
export class Programs {
  readonly #machine: Machine
  readonly #network: Network

  constructor(machine: Machine, network: Network) {
    this.#machine = machine
    this.#network = network
    machine.commands = (running, args, input) => this.#command(running, args, input)
  }

  open(kind: Kind, running = this.#machine.start(kind)): Session {
    const { program, process } = running
    const services = program.createServices({
      dataDir: this.#machine.dataDir,
      profilePath: undefined,
      env: { RECIPISA_CLIENT_SECRET: CLIENT.secret },
      now: () => this.#machine.timeline.wall,
      ...(kind === 'terminal' ? { patience: program.PATIENCE } : {}),
      connections: () => this.#network.transportOf(running),
      command: ['node', 'recipisa.js'],
      mayBeKilled: kind === 'panel',
    })
    const handlers = program.createHandlers(services)
    const stop = new AbortController()
    const context = { signal: stop.signal, progress: () => undefined }
    return {
      ...running,
      services,
      call: async <M extends Method>(method: M, params: ParamsIn<M>) => {
        try {
          const result = await program.invoke(handlers, method, params, context)
          return process.isAlive ? (result as ResultOf<M>) : await never()
        } catch (error) {
          if (!process.isAlive) return never()
          throw services.explain(error)
        }
      },
      leave: reason => stop.abort(new program.RecipisaError(reason)),
    }
  }

  /** Does `work` in a separate process, which then ends as programs do. */
  async within<T>(kind: Kind, work: (session: Session) => Promise<T>): Promise<T> {
    const session = this.open(kind)
    try {
      return await work(session)
    } finally {
      await this.end(session)
    }
  }

  async end({ services, process }: Session): Promise<void> {
    await services.close()
    process.end()
  }

  /** The person closes the panel: the browser waits a little and kills the host. */
  closePanel(session: Session): void {
    session.leave('host-lost')
    this.#machine.timeline.after(KILLED_AFTER, () => {
      if (session.process.isAlive) this.#machine.crash(session.process, 'kill')
    })
  }

  /** Starts a runner when work waits that nobody does, like a starting host. */
  async resume({ services, program }: Session): Promise<void> {
    if (program.hasUnclaimedWork(await services.queues(), services.now())) services.runner.ensureStarted()
  }

  async #command(running: RunningProgram, args: readonly string[], input: string): Promise<string> {
    const session = this.open('runner', running)
    const { services, program } = session
    try {
      if (args.includes('carry')) return await carry(session, input)
      const { signal } = new AbortController()
      const { queues, now, isStale } = services
      await program.runWorkLoop({ queues: await queues(), now, isStale, signal })
      return ''
    } catch (error) {
      services.explain(error)
      throw error
    } finally {
      await services.close()
    }
  }
}

async function carry({ services, program }: Session, input: string): Promise<string> {
  const tokens = await services.tokens()
  const request = JSON.parse(input) as { exchange?: string; renew?: string }
  const { signal } = new AbortController()
  try {
    const work = request.exchange
      ? tokens.requests.exchange(request.exchange, signal)
      : tokens.requests.renew(request.renew ?? '', signal)
    const problem = await work.finally(() => tokens.settled(STORING_PATIENCE))
    return JSON.stringify({ problem: problem ? program.toErrorBody(problem) : null })
  } catch (error) {
    return JSON.stringify({ error: program.toErrorBody(services.explain(error)) })
  }
}
