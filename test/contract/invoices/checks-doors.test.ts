import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleXml } from '../../authority/documents/sample.ts'
import { createWorld } from '../../authority/world/world.ts'
import { awayFromMidnight } from '../../support/away-from-midnight.ts'
import { archivedFiles } from '../support/archived-zips.ts'
import { command, HostProcess } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'

const [OWN, BUYER] = ['14399840', '34878414'] as const

let office: Office
/** The archived sent invoice, and its ZIP's path. */
let id: string
let zipPath: string
const hosts: HostProcess[] = []

beforeAll(async () => {
  await awayFromMidnight()
  office = await openOffice({
    world: now => {
      const world = createWorld({ now })
      for (const cui of [OWN, BUYER]) world.addCompany(cui, `Firma ${cui} SRL`)
      return world
    },
  })
  await office.addCompanies([OWN])
  const uploadedAt = Date.now() - 600_000
  const { messages } = office.authority.world.addInvoice({ seller: OWN, buyer: BUYER, number: 'V-1', uploadedAt })
  id = messages.find(({ cui }) => cui === OWN)?.id ?? ''
  const { code, stderr } = await command(['invoices', 'sync'], office.env)
  if (code !== 0) throw new Error(stderr)
  zipPath = [...archivedFiles(office.dataDir).keys()][0] ?? ''
})
afterAll(async () => {
  await Promise.all(hosts.map(host => host.close()))
  await office.close()
})

function startHost(env = office.env): HostProcess {
  const host = new HostProcess(env)
  hosts.push(host)
  return host
}
/** The same authority, for a user who never signed in. */
const stranger = () => ({
  RECIPISA_PROFILE: office.authority.profilePath,
  RECIPISA_DATA_DIR: join(office.dataDir, 'new'),
})
const transformed = () => office.authority.journal.entries.filter(({ path }) => path.includes('/transformare/')).length

test('E-25 the PDF of an archived invoice is kept beside its ZIP, asked for once, and survives a rebuild', async () => {
  const host = startHost()
  expect((await host.request('invoices.get', { id })).hasPdf).toBe(false)
  const made = await host.request('invoices.pdf', { source: { id } })
  expect(made).toMatchObject({ outcome: 'pdf', validated: true, access: 'oauth', document: { area: 'invoices', id } })
  const calls = transformed()
  expect(await host.request('invoices.pdf', { source: { id } })).toEqual(made)
  expect(transformed()).toBe(calls)
  const pdfPath = zipPath.replace(/\.zip$/, '.pdf')
  expect(readFileSync(pdfPath).subarray(0, 5).toString()).toBe('%PDF-')
  const document = { area: 'invoices', id, as: 'pdf' } as const
  const described = await host.request('documents.describe', { document })
  expect(described).toMatchObject({ mediaType: 'application/pdf', size: readFileSync(pdfPath).length })
  const { data } = await host.request('documents.read', { document, offset: 0 })
  expect(Buffer.from(data, 'base64')).toEqual(readFileSync(pdfPath))
  await host.close()

  for (const end of ['', '-wal', '-shm']) rmSync(join(office.dataDir, `recipisa.db${end}`), { force: true })
  expect((await command(['archive', 'rebuild', '--json'], office.env)).json()).toMatchObject({ indexed: 1 })
  const got = await command(['invoices', 'get', id, '--as', 'pdf'], office.env)
  expect(got.bytes).toEqual(readFileSync(pdfPath))
})

test('U-11 our own PDF is made without asking ANAF, at the terminal and over the protocol', async () => {
  const asked = office.authority.journal.entries.length
  const printed = await command(['invoices', 'print', id, id, '--language', 'en'], office.env)
  const [page = '', ...more] = (await PDF.load(new Uint8Array(printed.bytes))).extractText().map(({ text }) => text)
  expect(page).toContain('Invoice V-1')
  expect(more).toHaveLength(1)

  const host = startHost()
  const document = { area: 'sheets' as const, ids: [id], locale: 'ro' as const }
  const described = await host.request('documents.describe', { document })
  expect(described).toMatchObject({
    fileName: zipPath.replace(/.*\/|\.zip$/g, '').concat('.pdf'),
    mediaType: 'application/pdf',
  })
  const { data, sha256 } = await host.request('documents.read', { document, offset: 0 })
  expect(sha256).toBe(described.sha256)
  expect((await PDF.load(new Uint8Array(Buffer.from(data, 'base64')))).extractText()[0]?.text).toContain('Factură V-1')
  const missing = { area: 'attachments', id, index: 0 } as const
  await expect(host.request('documents.describe', { document: missing })).rejects.toThrow('attachment 1')
  expect(office.authority.journal.entries).toHaveLength(asked)
})

test('E-24 E-25 a person who never signed in can validate a file and make a PDF of it', async () => {
  const host = startHost(stranger())
  const data = Buffer.from(sampleXml({ seller: OWN, buyer: BUYER, number: 'N-9' })).toString('base64')
  const source = { fileName: 'factură nouă.xml', data }
  expect(await host.request('invoices.validate', { source })).toMatchObject({
    state: 'ok',
    findings: [],
    access: 'public',
  })
  const made = await host.request('invoices.pdf', { source })
  if (made.outcome !== 'pdf') throw new Error('no PDF')
  expect(made).toMatchObject({ access: 'public', validated: true, document: { area: 'files' } })
  const described = await host.request('documents.describe', { document: made.document })
  expect(described.fileName).toBe('factura-noua.pdf')

  const wrong = join(office.dataDir, 'wrong.xml')
  writeFileSync(wrong, sampleXml({ seller: OWN, buyer: BUYER }).replaceAll('RO-', 'XX-'))
  const validated = await command(['invoices', 'validate', wrong, '--json'], stranger())
  expect(validated.code).toBe(4)
  expect(validated.json()).toMatchObject({ state: 'nok', findings: [{ rule: 'BR-RO-110' }] })
  const refused = await command(['invoices', 'pdf', wrong, '--json'], stranger())
  expect(refused.code).toBe(4)
  expect(refused.json()).toMatchObject({ outcome: 'invalid', findings: [{ rule: 'BR-RO-110' }] })
})

test('a PDF without validation says so', async () => {
  const file = join(office.dataDir, 'plain.xml')
  writeFileSync(file, sampleXml({ seller: OWN, buyer: BUYER, number: 'D-1' }))
  const output = join(office.dataDir, 'plain.pdf')
  const made = await command(['invoices', 'pdf', file, '--no-validation', '--output', output, '--json'], stranger())
  expect(made.json()).toMatchObject({ outcome: 'pdf', validated: false, path: output })
  expect(existsSync(output)).toBe(true)
})

test("an archived ZIP's signature holds, the service says the same, and one changed byte is told", async () => {
  const verified = await command(['invoices', 'verify', id, '--ask-authority', '--json'], office.env)
  expect(verified.code).toBe(0)
  expect(verified.json()).toMatchObject({ verdict: 'valid', chain: 'anchored', authority: { verdict: 'valid' } })

  const files = unzipSync(readFileSync(zipPath))
  const [name = ''] = Object.keys(files).filter(one => !one.startsWith('semnatura'))
  const text = Buffer.from(files[name] ?? []).toString()
  const tampered = join(office.dataDir, 'tampered.zip')
  writeFileSync(tampered, zipSync({ ...files, [name]: Buffer.from(text.replace('V-1', 'V-2')) }))
  const found = await command(['invoices', 'verify', tampered, '--json'], office.env)
  expect(found.code).toBe(1)
  expect(found.json()).toMatchObject({ verdict: 'tampered' })

  const alone = join(office.dataDir, 'alone.zip')
  writeFileSync(alone, zipSync({ [name]: Buffer.from(text) }))
  const unverifiable = await command(['invoices', 'verify', alone, '--json'], office.env)
  expect([unverifiable.code, unverifiable.json()]).toMatchObject([1, { verdict: 'unverifiable', certificate: null }])
})

test('E-36 the authority’s verdict counts where it was asked for, and both are shown', async () => {
  const files = unzipSync(readFileSync(zipPath))
  const [signedName = ''] = Object.keys(files).filter(one => one.startsWith('semnatura'))
  const [name = ''] = Object.keys(files).filter(one => one !== signedName)
  const text = (member: string) => Buffer.from(files[member] ?? []).toString()
  const ask = async (changed: Record<string, string>, ...flags: string[]) => {
    const path = join(office.dataDir, 'changed.zip')
    const members = Object.entries({ ...files, ...changed }).map(([member, content]) => [member, Buffer.from(content)])
    writeFileSync(path, zipSync(Object.fromEntries(members)))
    return await command(['invoices', 'verify', path, ...flags], office.env)
  }
  // This machine cannot judge it: the owner that it names is shown all the same.
  const odd = { [signedName]: text(signedName).replace('</KeyInfo>', '</KeyInfo><KeyInfo/>') }
  const alone = await ask(odd)
  expect(alone.code).toBe(1)
  expect(alone.stdout).toMatch(
    /cannot be verified\n[\s\S]*according to the file +C=RO, CN=Ministerul Finanțelor \(test\)/,
  )
  expect(alone.stdout).toContain('--ask-authority')
  const asked = await ask(odd, '--ask-authority')
  expect(asked.code).toBe(0)
  expect(asked.stdout).toMatch(/cannot be verified\n[\s\S]*valid signature: Fișierele încărcate au fost validate/)
  expect((await ask(odd, '--ask-authority', '--json')).json()).toMatchObject({
    verdict: 'unverifiable',
    certificate: { subject: 'C=RO, CN=Ministerul Finanțelor (test)' },
    authority: { verdict: 'valid' },
  })

  // The service ignores the copy beside the signature and looks at the document.
  const copy = { [signedName]: text(signedName).replace('V-1', 'V-2') }
  expect((await ask(copy)).code).toBe(1)
  const doubted = await ask(copy, '--ask-authority')
  expect(doubted.code).toBe(0)
  expect(doubted.stdout).toMatch(/SIGNED COPY DIFFERS[\s\S]*valid signature: [\s\S]*ANAF's answer is the one/)

  const edited = { [name]: text(name).replace('V-1', 'V-2') }
  expect((await ask(edited)).code).toBe(1)
  const refused = await ask(edited, '--ask-authority')
  expect(refused.code).toBe(4)
  expect(refused.stdout).toMatch(/DOCUMENT WAS CHANGED after signing\n[\s\S]*INVALID SIGNATURE: Fișierele încărcate NU/)
})

test('E-30 the rest of the daily limits is shown by company, over all processes', async () => {
  const asked = () => office.authority.journal.count({ path: 'listaMesajePaginatieFactura', query: { cif: OWN } })
  const shown = async () => {
    const { json } = await command(['limits', 'show', '--json'], office.env)
    const { quotas } = json() as { quotas: { operation: string; subject: string; used: number; left: number }[] }
    expect(quotas.find(one => one.operation === 'rasp')).toMatchObject({ subject: OWN, used: 0, left: 1000 })
    return quotas.find(one => one.operation === 'list-paginated')
  }
  const before = { calls: asked(), used: (await shown())?.used ?? 0 }
  for (let n = 0; n < 3; n++) await command(['invoices', 'sync'], office.env)
  const after = await shown()
  expect(asked()).toBeGreaterThan(before.calls)
  expect(after).toMatchObject({ subject: OWN, limit: 100_000, used: before.used + asked() - before.calls })
})
