import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as v from 'valibot'
import type { Invitation } from '../../../shared/protocol/office.ts'
import { toldRate } from '../../authority/efactura/limits.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { command } from '../../contract/support/host.ts'
import { anotherMachine } from '../../contract/support/machines.ts'
import { type Office, openOffice } from '../../contract/support/office.ts'
import { type PostgresServer, startPostgres } from '../../contract/support/postgres.ts'
import { type PreparedEnv, prepare } from '../../contract/support/prepare.ts'
import { startProxy } from '../../contract/support/proxy.ts'
import { MANAGER } from '../../contract/support/seats.ts'
import { sha256 } from '../../contract/support/uploads.ts'
import { watchedEnv } from '../../planted/watched.ts'
import { createDesk, type Desk, type DeskKind } from './desk.ts'

/** The whole of the long run: an authority, a PostgreSQL server, and the seats of one office. */
export type Premises = {
  world: Office
  server: PostgresServer
  desks: readonly Desk[]
  /** Messages that the authority lists and never gives out. */
  lost: Set<string>
  /** A machine without a seat yet. */
  machine(name: string): Promise<PreparedEnv>
  close(): Promise<void>
}

export type Size = { seats: number; companies: number; documents: number }

/** The office's database. */
export const DATABASE = 'birou'
const CLOCK = join(import.meta.dirname, 'skewed-clock.cjs')
/** How far the clocks of seats are ahead, one after the other, ms. */
const AHEAD = [0, 5 * 60_000, -5 * 60_000]
/** Two for each company. */
const LEAST_SEATS = 6
/** Each company is seen from every third desk. */
const EVERY_THIRD = 3
/** By how much the delays of two requests may differ on a busy machine, ms. */
const BUSY_ROOM = 3000
/** Connections of a seat's processes: a host, its runner and a command line at the same time. */
const CONNECTIONS = 14

/** The authority's requests a minute: few enough that the seats wait for the pace, not for the machine. */
const limitFor = (documents: number) => Math.max(1200, Math.ceil(documents / 4))

/** `documents`: how many the authority has before anybody works. */
export async function openPremises({ seats, companies, documents }: Size): Promise<Premises> {
  if (seats < LEAST_SEATS) throw new RangeError(`an office of this kind has at least ${LEAST_SEATS} seats`)
  const server = await startPostgres({ connections: 40 + seats * CONNECTIONS })
  await server.createDatabase(DATABASE, MANAGER)
  const limits = { requestsPerMinute: limitFor(documents), windowMs: 60_000 }
  const world = await openOffice({
    world: now => seedWorld({ now, companies, invoicesPerCompany: Math.ceil(documents / companies), oldestDays: 50 }),
    pace: { processingMs: 1000, indexingMs: 1000 },
    limits,
  })
  const { authority } = world
  tell(authority.profilePath, { requestsPerMinute: toldRate(limits, BUSY_ROOM) })
  const cuis = [...authority.world.companies.keys()]

  const desk = async (number: number): Promise<Desk> => {
    const name = `Biroul ${number}`
    const reached = cuis.filter((_, at) => (at + number) % EVERY_THIRD === 0)
    const { serialNumber } = await authority.enrolPerson({ commonName: `CONTABIL ${number}`, rights: reached })
    const tokens = await authority.issueTokens({ certificateSerial: serialNumber })
    const made = await anotherMachine(world, `birou-${number}`, tokens)
    const ahead = AHEAD[number % AHEAD.length] ?? 0
    const { NODE_OPTIONS = '' } = watchedEnv()
    const env = { ...made, NODE_OPTIONS: `${NODE_OPTIONS} --require=${CLOCK}`, RECIPISA_CLOCK_AHEAD: `${ahead}` }
    return createDesk({
      ...{ name, env, kind: kindOf(number), line: await startProxy(server.port) },
      ...{ reaches: cui => reached.includes(cui), token: sha256(Buffer.from(tokens.access_token)) },
    })
  }
  const desks = await Promise.all(Array.from({ length: seats }, (_, number) => desk(number)))
  await sitDown(server, desks)
  for (const { env } of desks) await prepare(env, call => Promise.all(cuis.map(cui => call('companies.add', { cui }))))
  return {
    ...{ world, server, desks, lost: new Set<string>() },
    machine: name => anotherMachine(world, name),
    async close() {
      for (const one of desks) await one.end()
      for (const { line } of desks) await line.close()
      await world.close()
      await server.stop()
    },
  }
}

const kindOf = (number: number): DeskKind => (number === 2 ? 'worker' : number === 3 ? 'terminal' : 'browser')

/** The first desk makes the office; the others join it, each over a network of its own. */
async function sitDown(server: PostgresServer, desks: readonly Desk[]): Promise<void> {
  const [first, ...others] = desks
  if (!first) throw new Error('an office has seats')
  const through = (url: string, { line }: Desk) => {
    const own = new URL(url)
    own.port = String(line.port)
    return own.href
  }
  const owner = through(server.url(DATABASE, MANAGER.user), first)
  await done(['office', 'create', owner, '--seat', first.name], first.env, `${MANAGER.password}\n`)
  for (const desk of others) {
    const args = ['office', 'seat', 'add', desk.name, '--role', 'office']
    const { url, password } = (await done(args, first.env)) as v.InferOutput<typeof Invitation>
    await done(['office', 'join', through(url, desk)], desk.env, `${password}\n`)
  }
}

/** A command line that must succeed; gives its JSON. */
export async function done(args: readonly string[], env: PreparedEnv, input?: string): Promise<unknown> {
  const finished = await command([...args, '--json'], env, input)
  if (finished.code !== 0) throw new Error(`${args.join(' ')}: ${finished.stdout}${finished.stderr}`)
  return finished.json()
}

function tell(path: string, fields: object): void {
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...fields }))
}
