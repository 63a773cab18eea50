import { createHash } from 'node:crypto'
import { afterEach, beforeEach } from 'vitest'
import type { Inspection } from '../../../shared/protocol/uploads.ts'
import { type Sample, sampleXml } from '../../authority/documents/sample.ts'
import { createWorld } from '../../authority/world/world.ts'
import { HostProcess } from './host.ts'
import { type Office, openOffice } from './office.ts'

export const [OWN, BUYER] = ['14399840', '34878414'] as const
export const UPLOAD = { path: '/upload' }

export let office: Office
/** Those that the test has not taken out are closed at its end. */
export const hosts: HostProcess[] = []

/** An office for each test of the file, of two companies whose invoices are processed and listed in half a second. */
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

/** Ends with the test. */
export function startHost(): HostProcess {
  const host = new HostProcess(office.env)
  hosts.push(host)
  return host
}

export const invoice = (change: Partial<Sample> = {}): Buffer =>
  Buffer.from(sampleXml({ seller: OWN, buyer: BUYER, ...change }))
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** How often these bytes were filed. */
export const timesUploaded = (bytes: Uint8Array): number => office.authority.uploadsOf(sha256(bytes)).length
export const inspect = (host: HostProcess, bytes: Buffer, fileName = 'factura.xml'): Promise<Inspection> =>
  host.request('uploads.inspect', { fileName, data: bytes.toString('base64') })
/** What is sent of an inspected file that is filed as it was found. */
export const asFound = ({ sha256, cui, standard, suggested }: Inspection) => ({
  ...{ sha256, flags: suggested, cui: cui ?? '', standard: standard ?? ('UBL' as const) },
})
