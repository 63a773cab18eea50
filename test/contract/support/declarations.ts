import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Declaration, DeclarationInspection } from '../../../shared/protocol/declarations.ts'
import type { Issued } from '../../authority/certificates.ts'
import { type DeclarationPdfOptions, declarationPdf } from '../../authority/documents/declaration-pdf.ts'
import { createWorld } from '../../authority/world/world.ts'
import { HostProcess } from './host.ts'
import { type Office, openOffice } from './office.ts'

/** Companies of the office. */
export const [OWN, OTHER] = ['14399840', '34878414'] as const
export const UPLOAD = { path: '/WAS6DUS/displayFile.do' }
export const STATUS = { path: '/StareD112/vizualizareStare.do' }

/** The running test's. */
export let office: Office
/** The person whose certificate signs PDFs and opens the portal. */
export let person: Issued
export const hosts: HostProcess[] = []

/** Opens a separate office for each test of a file; its portal is quick. */
export function officeForEach(): void {
  beforeEach(async () => {
    office = await openOffice({
      world: now => {
        const world = createWorld({ now })
        for (const cui of [OWN, OTHER]) world.addCompany(cui, `Firma ${cui} SRL`)
        return world
      },
    })
    Object.assign(office.authority.declarations.habits, { processingMs: 300, receiptMs: 300 })
    person = await office.authority.enrolPerson({ commonName: 'Ioana Contabilă' })
  })
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map(host => host.close()))
    await office.close()
  })
}

export function startHost(): HostProcess {
  const host = new HostProcess(office.env)
  hosts.push(host)
  return host
}
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
export const signedPdf = (options: DeclarationPdfOptions = {}) =>
  declarationPdf({ cui: OWN, signer: person, ...options })
export const inspect = (host: HostProcess, bytes: Buffer, fileName = 'd300.pdf'): Promise<DeclarationInspection> =>
  host.request('declarations.inspect', { fileName, data: bytes.toString('base64') })
export const timesSubmitted = (bytes: Buffer) => office.authority.declarations.submittedOf(sha256(bytes)).length
/** Inspects and submits one PDF. */
export async function submit(host: HostProcess, bytes: Buffer, again = false): Promise<Declaration> {
  const { sha256 } = await inspect(host, bytes)
  const { declarations } = await host.request('declarations.submit', { files: [{ sha256, again }] })
  return declarations[0] ?? expect.fail('nothing was written down')
}
export async function settled(host: HostProcess, id: number): Promise<Declaration> {
  const { declarations } = await host.request('declarations.follow', { ids: [id] })
  return declarations[0] ?? expect.fail('nothing was followed')
}
/** Follows one declaration until it fits, and returns it. */
export async function until(
  host: HostProcess,
  id: number,
  fits: (declaration: Declaration) => boolean,
): Promise<Declaration> {
  const follow = host.start('declarations.follow', { ids: [id] })
  const seen = (value: unknown) => (value as { declarations: Declaration[] } | undefined)?.declarations[0]
  const message = await host.message(one => {
    const found = one.id === follow.id ? seen(one.progress ?? one.result) : undefined
    return found !== undefined && fits(found)
  })
  return seen(message.progress ?? message.result) ?? expect.fail('no declaration')
}
export function saved(bytes: Buffer, name = 'd300.pdf'): string {
  mkdirSync(office.dataDir, { recursive: true })
  const path = join(office.dataDir, name)
  writeFileSync(path, bytes)
  return path
}
