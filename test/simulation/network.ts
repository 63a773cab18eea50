import { createHash } from 'node:crypto'
import type {
  Transport,
  TransportAnswer,
  TransportHead,
  TransportRequest,
} from '../../native-host/authority/wire/transports/transport.ts'
import { type Answer, html, json, type Reply, reply } from '../authority/http.ts'
import type { Entry } from './authority/journal.ts'
import type { AuthorityModel } from './authority/model.ts'
import type { RunningProgram } from './machine/machine.ts'
import { never } from './machine/process.ts'
import type { Fault } from './plan.ts'
import type { Random } from './seed.ts'

type NetworkOptions = {
  authority: AuthorityModel
  random: Random
  /** By the number of the request, from 1. */
  faults: ReadonlyMap<number, Fault>
  /** The same by the number of the filing. */
  filingFaults: ReadonlyMap<number, Fault>
  /** How long the authority takes to give out a document, ms. */
  downloadMs: number
  /** Epoch ms of the authority's clock. */
  authorityNow: () => number
}

/** The network between the processes and the authority, and the journal of its traffic. */
export class Network {
  readonly entries: Entry[] = []
  /** Whether the plan's faults happen. */
  isFaulty = true
  readonly #options: NetworkOptions
  #filings = 0

  constructor(options: NetworkOptions) {
    this.#options = options
  }

  /** The network as one process sees it. */
  transportOf({ process, program }: RunningProgram): Transport {
    const { machine } = process
    const { timeline } = machine
    const { authority, random, downloadMs, authorityNow } = this.#options
    let isClosed = false
    const fail = (failure: 'unreachable' | 'reset' | 'silent' | 'cut-short', problem: string) =>
      new program.TransportFailure(failure, problem)

    const exchange = async (
      request: TransportRequest,
      entry: Entry,
      fault: Fault | undefined,
    ): Promise<TransportAnswer & { answer: Answer & Reply }> => {
      const delay = () => timeline.sleep(5 + random.next() * (random.next() < 0.1 ? 3000 : 120))
      const kind = fault?.kind
      await delay()
      if (kind === 'unreachable') throw fail('unreachable', 'ECONNREFUSED')
      await request.depart?.()
      process.mustLive()
      request.onBytes?.()
      entry.departedAt = timeline.now
      await delay()
      if (kind === 'reset-in-request') throw fail('reset', 'ECONNRESET')
      const answer = replacement(fault) ?? (await this.#handle(authority, request, entry, kind))
      entry.handledAt ??= timeline.now
      if (entry.path.endsWith('/descarcare')) await timeline.sleep(downloadMs)
      if (fault?.kills) machine.crash(process, 'kill')
      await delay()
      if (kind === 'silent') {
        await timeline.sleep(request.timeout ?? 60_000)
        throw fail('silent', 'no answer in time')
      }
      if (kind === 'late') await timeline.sleep(fault?.ms ?? 0)
      if (kind === 'answer-lost' || answer === 'reset') throw fail('reset', 'ECONNRESET')
      const length = String(answer.body.length)
      const headers = { ...answer.headers, date: new Date(authorityNow()).toUTCString(), 'content-length': length }
      const head = headOf(answer.status, headers)
      await request.onHead?.(head)
      await delay()
      if (kind === 'cut-short') throw fail('cut-short', 'ECONNRESET')
      // Nobody waits for it any more.
      if (!process.isAlive || entry.endedAt !== undefined) return never()
      return { answer, head, bytes: new Uint8Array(answer.body.subarray(0, request.maxBytes + 1)) }
    }

    return {
      close: async () => {
        isClosed = true
      },
      send: async (request, signal) => {
        signal.throwIfAborted()
        process.mustLive()
        if (isClosed) throw fail('unreachable', 'closed')
        const entry = this.#open(request, process)
        const fault = this.#faultOf(entry)
        entry.fault = fault?.kind === 'none' ? undefined : fault?.kind
        const left = Promise.withResolvers<never>()
        const leave = () => left.reject(signal.reason as Error)
        signal.addEventListener('abort', leave, { once: true })
        try {
          const { answer, ...whole } = await alive(
            process,
            Promise.race([exchange(request, entry, fault), left.promise]),
          )
          describe(entry, answer)
          entry.deliveredAt = timeline.now
          return whole
        } finally {
          entry.endedAt = timeline.now
          signal.removeEventListener('abort', leave)
          machine.note(
            `${process.name} #${entry.n} ${entry.method} ${entry.path} ${fault?.kind ?? ''} ${entry.status ?? ''}`,
          )
        }
      },
    }
  }

  #faultOf({ n, path }: Entry): Fault | undefined {
    const { faults, filingFaults } = this.#options
    const filing = FILINGS.test(path) ? filingFaults.get(++this.#filings) : undefined
    return this.isFaulty ? (filing ?? faults.get(n)) : undefined
  }

  /** The authority takes the request; twice if something on the way repeats a mere read. */
  async #handle(
    authority: AuthorityModel,
    request: TransportRequest,
    entry: Entry,
    kind: Fault['kind'] | undefined,
  ): Promise<Answer> {
    if (kind === 'duplicated' && request.method === 'GET') await authority.answer(request)
    const { timeline } = entry.process.machine
    const answer = await timeline.hold(authority.answer(request))
    entry.handledAt = timeline.now
    return answer
  }

  #open(request: TransportRequest, process: RunningProgram['process']): Entry {
    const { hostname, pathname, searchParams } = new URL(request.url)
    const entry: Entry = {
      ...{ n: this.entries.length + 1, process, host: hostname, method: request.method, path: pathname },
      ...{ query: searchParams, fault: undefined, sentAt: process.machine.timeline.now },
    }
    if (request.body !== undefined) entry.content = createHash('sha256').update(request.body).digest('hex')
    this.entries.push(entry)
    return entry
  }
}

/** Calls that file something. */
const FILINGS = /\/(upload(b2c)?|displayFile\.do|cerere)$/

/** Never settles once the process has died: nobody is left to hear of it. */
async function alive<T>(process: RunningProgram['process'], work: Promise<T>): Promise<T> {
  try {
    const value = await work
    return process.isAlive ? value : await never()
  } catch (error) {
    if (!process.isAlive) return never()
    throw error
  }
}

/** The replacement for the service's own answer; the service has then not taken the request. */
function replacement(fault: Fault | undefined): Reply | undefined {
  switch (fault?.kind) {
    case 'too-fast': {
      const seconds = Math.ceil((fault.ms ?? 1000) / 1000)
      const answer = json({ status: 429, error: 'Too Many Requests', message: 'Limita de apeluri depasita' }, 429)
      return { ...answer, headers: { ...answer.headers, 'Retry-After': String(seconds) } }
    }
    case 'unavailable':
      return reply(503, 'text/plain', 'Service Unavailable')
    case 'maintenance':
      return html('<html><head><title>Mentenanta</title></head><body>Serviciul este in mentenanta.</body></html>')
    default:
      return undefined
  }
}

function headOf(status: number, headers: Reply['headers']): TransportHead {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()[0]]))
  return { status, header: name => lower.get(name), setCookies: [headers['Set-Cookie'] ?? []].flat() }
}

function describe(entry: Entry, { status, headers, body }: Reply): void {
  entry.status = status
  if (status === 429) entry.pause = Number(headers['Retry-After'])
  if (body.length < 2000 && !/pdf|zip/.test(String(headers['Content-Type']))) entry.note = body.toString()
}
