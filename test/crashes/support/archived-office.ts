import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../authority/world/random.ts'
import { command } from '../../contract/support/host.ts'
import { type Office, openOffice } from '../../contract/support/office.ts'
import { prepare } from '../../contract/support/prepare.ts'
import { removeFolder } from '../../planted/look.ts'
import { inventFilings } from './filings.ts'
import { smallWorld } from './small-world.ts'

/** An office, and copies of its data folder that replace damaged ones. */
export type ArchivedOffice = {
  office: Office
  /** Signed in, its companies known, and nothing synced. */
  fresh: string
  /**
   * Everything archived and some invoices uploaded; the write-ahead log of the database, with the last upload in it, has
   * not been taken over yet.
   */
  complete: string
  /** The same with the log merged, as after a normal end of the program. */
  closed: string
  close(): Promise<void>
}

export async function openArchivedOffice(): Promise<ArchivedOffice> {
  const random = createRandom(7)
  const office = await openOffice({
    pace: { processingMs: 300, indexingMs: 300 },
    limits: { downloadsPerDay: 100_000, pagedListPerDay: 1_000_000 },
    world: now => smallWorld(random, now),
  })
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-copies-'))
  const [fresh, complete, closed] = ['fresh', 'complete', 'closed'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await office.addCompanies()
  putInPlace(office.dataDir, fresh)
  const files = inventFilings(office, random).map(({ path }) => path)
  await command(['invoices', 'upload', ...files, '--yes', '--wait'], office.env)
  await prepare(office.env, call => call('invoices.sync', {}))
  const [last] = inventFilings(office, random)
  await prepare(office.env, async call => {
    const data = readFileSync(last?.path ?? '').toString('base64')
    const { sha256, cui, standard, suggested } = await call('uploads.inspect', { fileName: 'factura.xml', data })
    const { attempt } = await call('uploads.send', {
      ...{ sha256, cui: cui ?? '', standard: standard ?? 'UBL', flags: suggested },
    })
    await call('uploads.follow', { id: attempt.id })
    await call('invoices.sync', {})
    // The log of an open database is not taken over: so a process that is killed leaves it.
    putInPlace(office.dataDir, complete)
  })
  putInPlace(office.dataDir, closed)
  return {
    office,
    fresh,
    complete,
    closed,
    async close() {
      await office.close()
      removeFolder(folder)
    },
  }
}

/** Makes a folder a copy of another; the product's old files in it are searched first. */
export function putInPlace(from: string, folder: string): void {
  removeFolder(folder)
  cpSync(from, folder, { recursive: true, preserveTimestamps: true })
}
