import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Inspection, Upload } from '../../../shared/protocol/uploads.ts'
import { type Sample, sampleXml } from '../../authority/documents/sample.ts'
import { createWorld } from '../../authority/world/world.ts'
import { HostProcess } from './host.ts'
import { type Office, openOffice } from './office.ts'

export const [OWN, BUYER] = ['14399840', '34878414'] as const
export const UPLOAD = { path: '/upload' }

export let office: Office
/** The test's hosts. Those still in the list are closed when the test ends. */
export const hosts: HostProcess[] = []

/** Opens an office for each test of a file: two companies, whose invoices are processed and listed in half a second. */
export function officeForEach(): void {
  beforeEach(async () => {
    office = await openOffice({
      pace: { processingMs: 500, indexingMs: 500 },
      world: now => {
        const world = createWorld({ now })
        for (const cui of [OWN, BUYER]) world.addCompany(cui, `Firma ${cui} SRL`)
        return world
      },
    })
    await office.addCompanies([OWN, BUYER])
  })
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map(host => host.close()))
    await office.close()
  })
}

/** Starts a host that ends with the test. */
export function startHost(): HostProcess {
  const host = new HostProcess(office.env)
  hosts.push(host)
  return host
}

export const invoice = (change: Partial<Sample> = {}): Buffer =>
  Buffer.from(sampleXml({ seller: OWN, buyer: BUYER, ...change }))
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** The number of uploads of these bytes. */
export const timesUploaded = (bytes: Uint8Array): number => office.authority.uploadsOf(sha256(bytes)).length
export const inspect = (host: HostProcess, bytes: Buffer, fileName = 'factura.xml'): Promise<Inspection> =>
  host.request('uploads.inspect', { fileName, data: bytes.toString('base64') })
/** Parameters of `uploads.send` for an inspected file that the user sends unchanged. */
export const asFound = ({ sha256, cui, standard, suggested }: Inspection) => ({
  ...{ sha256, flags: suggested, cui: cui ?? '', standard: standard ?? ('UBL' as const) },
})
export const NO_FLAGS = { extern: false, selfBilled: false, enforcement: false, b2c: false }

/** Writes a file for the command line and returns its path. */
export function saved(bytes: Buffer, name = 'factura.xml'): string {
  mkdirSync(office.dataDir, { recursive: true })
  const path = join(office.dataDir, name)
  writeFileSync(path, bytes)
  return path
}
/** Waits until the archive has the document: its list entry follows a moment after the state. */
export async function archivedSoon(host: HostProcess, id: string): Promise<void> {
  await until(async () => (await host.request('invoices.list', { search: id })).items[0]?.state === 'archived')
}

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(holds, { timeout: 45_000, interval: 50 }).toBe(true)
}

/** A command's JSON. */
export const uploadsIn = (json: unknown): Upload[] => (json as { attempts: Upload[] }).attempts
