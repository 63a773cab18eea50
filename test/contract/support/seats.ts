import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Archive } from '../../../native-host/archive/core/archive.ts'
import { openNewArchive } from '../../../native-host/archive/core/new-archive.fixture.ts'
import { ALL } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { createOffice, type NewOffice } from '../../../native-host/office/create-office.ts'
import type { OfficeAccess } from '../../../native-host/office/database.ts'
import { type Exchanged, exchangeAll } from '../../../native-host/office/exchange/exchange.ts'
import { type Office, type OfficeLogin, openOffice } from '../../../native-host/office/office.ts'
import { addSeat, type NewSeat } from '../../../native-host/office/seats/seats.ts'
import type { KeptDocuments } from '../../../shared/protocol/office.ts'
import { removeFolder } from '../../planted/look.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'

const never = new AbortController().signal

/** A machine of the office: its archive, and its office connection. */
export type Seat = {
  name: string
  login: OfficeAccess
  archive: Archive
  office: Office
  dataDir: string
  /** As the command does: throws why documents wait, once everything else is exchanged. */
  exchange(keeps?: KeptDocuments): Promise<Omit<Exchanged, 'problem'>>
  /** The warnings of its exchanges. */
  readonly warnings: readonly string[]
}

export type Building = {
  server: PostgresServer
  database: string
  /**
   * Another machine with its own seat. `clock`: its lead, ms; `port`: of a proxy in front of the server; `dataDir`: its
   * folder, by default one of its own.
   */
  seat(
    seat: Partial<NewSeat> & { name: string },
    options?: { clock?: number; port?: number; dataDir?: string },
  ): Promise<Seat>
  /** The same seat with another data folder; `seat` ends. */
  again(seat: Seat, dataDir?: string): Promise<Seat>
  close(): Promise<void>
}

let databases = 0

/** The owner of an office's database: no superuser, as an administrator would set it up. */
export const MANAGER = { user: 'gestiune', password: 'parola-gestiunii' }

type Options = {
  /** An existing one; by default the office's own. */
  server?: PostgresServer
  /** The documents' store, and every seat's credentials there. */
  objects?: { storage: NonNullable<NewOffice['storage']>; login: NonNullable<OfficeLogin['objectStore']> }
}

/** An office with a first seat called `Birou`. */
export async function openBuilding({ server, objects }: Options = {}): Promise<Building & { first: Seat }> {
  const owned = server === undefined
  const used = server ?? (await startPostgres())
  const database = `birou_${++databases}`
  await used.createDatabase(database, MANAGER)
  const open = new Set<Seat>()
  const sit = async (
    name: string,
    access: Pick<OfficeAccess, 'url' | 'password'>,
    clock = 0,
    dataDir = mkdtempSync(join(tmpdir(), 'recipisa-seat-')),
  ): Promise<Seat> => {
    const login: OfficeAccess = { ...access, ca: null }
    const office = openOffice({ ...login, objectStore: objects?.login ?? null }, 'prod')
    const archive = await openNewArchive({
      dataDir,
      environment: 'prod',
      now: () => Date.now() + clock,
      elsewhere: async key => (await office.documents()).read(key),
    })
    const warnings: string[] = []
    const seat: Seat = {
      name,
      login,
      archive,
      office,
      dataDir,
      async exchange(keeps = 'opened') {
        const log = { warn: (event: string) => void warnings.push(event) }
        const parts = { office, exchange: archive.exchange, environment: 'prod', keeps, log }
        const { problem, ...exchanged } = await exchangeAll(parts, never)
        if (problem) throw problem
        return exchanged
      },
      warnings,
    }
    open.add(seat)
    return seat
  }
  const end = async (seat: Seat) => {
    open.delete(seat)
    seat.archive.close()
    await seat.office.close()
    removeFolder(seat.dataDir)
  }
  const owner = { url: used.url(database, MANAGER.user), password: MANAGER.password, ca: null }
  const first = await sit(
    'Birou',
    await createOffice(owner, {
      seat: 'Birou',
      storage: objects?.storage ?? null,
      objectStore: objects?.login ?? null,
    }),
  )
  return {
    server: used,
    database,
    first,
    async seat({ name, role = 'office', companies = [] }, { clock, port, dataDir } = {}) {
      const access = await addSeat(first.office.database, first.login.url, { name, role, companies })
      const url = new URL(access.url)
      if (port !== undefined) url.port = String(port)
      return sit(name, { ...access, url: url.href }, clock, dataDir)
    },
    async again(seat, dataDir) {
      await end(seat)
      return sit(seat.name, seat.login, 0, dataDir)
    },
    async close() {
      for (const seat of open) await end(seat)
      if (owned) await used.stop()
    },
  }
}

/** All documents of a seat, by their contents. */
export const hashesOf = ({ archive }: Seat): string[] =>
  archive.messages
    .list({ ...ALL, limit: 500 })
    .items.map(({ id }) => `${id} ${archive.messages.get(id)?.sha256}`)
    .sort()
