import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedMail } from '../../authority/spv/seed.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { command, HostProcess } from '../support/host.ts'
import { killRunners, type Office, openOffice } from '../support/office.ts'
import { signInToMailbox } from '../support/spv.ts'

const INVOICES = 60
/** The authority's calls that make a PDF. */
const MAKES_PDF = /\/transformare\//

let office: Office

beforeAll(async () => {
  office = await openOffice({
    world: now => seedWorld({ now, companies: 2, invoicesPerCompany: INVOICES }),
    mail: seedMail({ messages: 12 }),
  })
  await office.addCompanies()
  const session = JSON.stringify(await signInToMailbox(office.authority))
  await run(['session', 'import', 'spv', '-'], session)
  await run(['invoices', 'sync', '--days', '60'])
  await run(['mailbox', 'sync', '--days', '60'])
})
afterAll(() => office.close())

async function run(args: readonly string[], input = '') {
  const { code, stdout, stderr } = await command(args, office.env, input)
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}
async function withHost<T>(work: (host: HostProcess) => Promise<T>): Promise<T> {
  const host = new HostProcess(office.env)
  try {
    return await work(host)
  } finally {
    await host.close()
  }
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The whole document of an export, as the browser reads it. */
async function zipOf(host: HostProcess, id: number): Promise<Record<string, Uint8Array>> {
  const document = { area: 'exports' as const, id: String(id), as: 'zip' as const }
  const described = await host.request('documents.describe', { document })
  const pieces: Buffer[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: { data: string; nextOffset: number | null } = await host.request('documents.read', {
      document,
      offset,
    })
    pieces.push(Buffer.from(piece.data, 'base64'))
    offset = piece.nextOffset
  }
  const bytes = Buffer.concat(pieces)
  expect(sha256(bytes)).toBe(described.sha256)
  return unzipSync(bytes)
}

test('U-12 all originals of a filter come as one ZIP, each byte for byte as the authority gave it', async () => {
  await withHost(async host => {
    const wanted = await host.request('invoices.list', { direction: 'received', limit: 500 })
    const order = {
      area: 'invoices' as const,
      format: 'originals' as const,
      filter: { direction: 'received' as const },
    }
    const except = wanted.items.slice(0, 1).map(({ id }) => id)
    const { export: begun } = await host.request('exports.begin', { order: { ...order, except } })
    expect(begun).toMatchObject({ total: wanted.total - 1, folder: null })
    const { export: ended } = await host.request('exports.follow', { id: begun.id })
    expect(ended).toMatchObject({ state: 'done', done: wanted.total - 1, skipped: 0 })
    const given = new Set(
      office.authority.expected().flatMap(({ messages }) => messages.map(message => message.sha256)),
    )
    const files = Object.entries(await zipOf(host, begun.id))
    expect(files).toHaveLength(wanted.total - 1)
    expect(files.filter(([, bytes]) => !given.has(sha256(bytes)))).toEqual([])
    expect(files.every(([name]) => /^\d+\/[\w-]+\.zip$/.test(name))).toBe(true)
    expect(await host.request('exports.remove', { id: begun.id })).toEqual({ removed: true })
  })
})

test('U-12 files in a folder replace nothing that is there, and are written once', async () => {
  const folder = join(office.dataDir, '..', 'facturi')
  mkdirSync(folder)
  await withHost(async host => {
    const begin = async () => {
      const order = { area: 'invoices' as const, format: 'xml' as const, filter: {}, folder }
      const { export: begun } = await host.request('exports.begin', { order })
      return (await host.request('exports.follow', { id: begun.id })).export
    }
    const { items } = await host.request('invoices.list', { kind: 'received', limit: 500 })
    const [first] = items
    const name = (
      await host.request('documents.describe', { document: { area: 'invoices', id: first?.id ?? '', as: 'xml' } })
    ).fileName
    mkdirSync(join(folder, first?.cui ?? ''))
    writeFileSync(join(folder, first?.cui ?? '', name), 'my own notes')
    const ended = await begin()
    expect(ended).toMatchObject({ state: 'done', size: null })
    expect(readFileSync(join(folder, first?.cui ?? '', name), 'utf8')).toBe('my own notes')
    const written = readFileSync(join(folder, first?.cui ?? '', name.replace('.xml', '_2.xml')), 'utf8')
    expect(written).toContain('<')
    expect(await begin()).toMatchObject({ state: 'done', done: ended.done })
    const missing = { area: 'invoices' as const, format: 'xml' as const, filter: {}, folder: join(folder, 'nowhere') }
    expect(await host.refusal('exports.begin', { order: missing })).toMatchObject({
      details: { reason: 'export-folder' },
    })
  })
})

test('U-12 PDFs that are not in the archive are made by the authority once, and kept', async () => {
  await withHost(async host => {
    const { items } = await host.request('invoices.list', { direction: 'sent', kind: 'sent', limit: 5 })
    const ids = items.map(({ id }) => id)
    const order = { area: 'invoices' as const, format: 'pdf' as const, ids }
    const calls = () => office.authority.journal.entries.filter(({ path }) => MAKES_PDF.test(path)).length
    const before = calls()
    const save = async () => {
      const { export: begun } = await host.request('exports.begin', { order })
      expect((await host.request('exports.follow', { id: begun.id })).export).toMatchObject({
        state: 'done',
        skipped: 0,
      })
      return Object.values(await zipOf(host, begun.id))
    }
    const pdfs = await save()
    expect(pdfs.map(bytes => Buffer.from(bytes.slice(0, 5)).toString())).toEqual(ids.map(() => '%PDF-'))
    await save()
    expect(calls() - before).toBe(ids.length)

    // A refusal is no invoice: it is skipped, with the reason, and the authority is not asked.
    const refused = { area: 'invoices' as const, format: 'pdf' as const, filter: { kind: 'errors' as const } }
    const { export: begun } = await host.request('exports.begin', { order: refused })
    const { export: ended } = await host.request('exports.follow', { id: begun.id })
    expect(ended).toMatchObject({ state: 'done', skipped: ended.total })
    expect(ended.skips[0]?.error.details).toMatchObject({ reason: 'document-part-missing' })
    expect(calls() - before).toBe(ids.length)
  })
})

test('U-05 U-12 an export goes on in another process when its own is killed, and can be cancelled', async () => {
  const id = await withHost(async host => {
    const held = office.authority.faults.hold({ match: { path: MAKES_PDF }, times: 1 })
    const order = { area: 'invoices' as const, format: 'pdf' as const, filter: { kind: 'received' as const } }
    const { export: begun } = await host.request('exports.begin', { order })
    await held.reached()
    await killRunners(office.dataDir)
    held.release()
    return begun.id
  })
  await withHost(async host => {
    expect((await host.request('exports.follow', { id })).export).toMatchObject({ id, state: 'done' })
    const held = office.authority.faults.hold({ match: { path: MAKES_PDF }, times: 1 })
    const order = { area: 'invoices' as const, format: 'pdf' as const, filter: { kind: 'sent' as const } }
    const { export: begun } = await host.request('exports.begin', { order })
    await held.reached()
    const cancelled = host.request('exports.cancel', { id: begun.id })
    held.release()
    expect((await cancelled).export).toMatchObject({ state: 'cancelled' })
  })
})

test('H-10 U-12 the command line saves the same ZIP, and the documents of the mailbox', async () => {
  const path = join(office.dataDir, '..', 'tot.zip')
  const shown = await run(['invoices', 'export', '--kind', 'received', '--output', path, '--json'])
  expect(JSON.parse(shown)).toMatchObject({ state: 'done', path })
  const { total } = JSON.parse(await run(['invoices', 'list', '--kind', 'received', '--json']))
  expect(Object.keys(unzipSync(readFileSync(path)))).toHaveLength(total)
  await withHost(async host => {
    const order = { area: 'mailbox' as const, format: 'originals' as const, filter: { kind: 'receipt' as const } }
    const { export: begun } = await host.request('exports.begin', { order })
    const { export: ended } = await host.request('exports.follow', { id: begun.id })
    expect(ended).toMatchObject({ state: 'done' })
    const files = Object.values(await zipOf(host, begun.id))
    expect(files).toHaveLength(ended.done - ended.skipped)
    const given = new Set(office.authority.expectedMail().map(one => one.sha256))
    expect(files.every(bytes => given.has(sha256(bytes)))).toBe(true)
  })
})
