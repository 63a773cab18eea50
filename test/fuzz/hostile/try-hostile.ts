import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { HOSTILE, type Hostile } from '../../authority/documents/hostile.ts'
import { createWorld } from '../../authority/world/world.ts'
import { archivedFiles } from '../../contract/support/archived-zips.ts'
import { HostProcess } from '../../contract/support/host.ts'
import { type Office, openOffice } from '../../contract/support/office.ts'

const CUI = '14399840'
const DAY = 86_400_000

/** A host whose company has one message for each hostile answer, and the message's id by it. */
async function openHost(): Promise<{ office: Office; host: HostProcess; idOf: Map<Hostile, string> }> {
  const idOf = new Map<Hostile, string>()
  const office = await openOffice({
    world: now => {
      const world = createWorld({ now })
      world.addCompany(CUI, 'Țiglăria „Făgăraș” SRL')
      for (const what of HOSTILE) {
        const { messages } = world.addInvoice({ seller: CUI, buyer: '1590082', uploadedAt: now() - DAY })
        idOf.set(what, messages[0]?.id ?? '')
      }
      return world
    },
  })
  await office.addCompanies()
  for (const [what, id] of idOf) {
    const match = { path: 'descarcare', query: { id } }
    office.authority.faults.add({ match, times: 'always', effect: { kind: 'hostile', what } })
  }
  return { office, host: new HostProcess(office.env), idOf }
}

/**
 * Has a real host download each kind of hostile document: bytes are kept, in the archive or aside, read as far as
 * possible, and the host goes on. Returns how many kinds there are.
 */
export async function tryHostileDownloads(): Promise<number> {
  const { office, host, idOf } = await openHost()
  try {
    await expectKept(office, host, idOf)
  } finally {
    await host.close()
    await office.close()
  }
  return HOSTILE.length
}

async function expectKept(office: Office, host: HostProcess, idOf: Map<Hostile, string>): Promise<void> {
  const ended = await host.request('invoices.sync', { cuis: [CUI] })
  expect(ended).toMatchObject({ downloaded: HOSTILE.length - 2, failed: 2 })

  const digests = new Set(archivedFiles(office.dataDir).values())
  const aside = readdirSync(join(office.dataDir, 'kept'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name)).toString())
  const verdicts: Record<string, string> = {}
  for (const [what, id] of idOf) {
    const [served] = office.authority.journal.find({ path: 'descarcare' }).filter(({ query }) => query.id === id)
    const shown = await host.request('invoices.get', { id })
    if (what === 'html' || what === 'json-trailing-brace') {
      expect(shown.item.state).toBe('failed')
      continue
    }
    expect(digests).toContain(served?.responseSha256)
    const isReadable =
      what === 'utf8-bom' || what === 'iso-8859-2' || what === 'zip-traversal' || what === 'zip-one-member'
    expect([what, shown.document !== null]).toEqual([what, isReadable])
    verdicts[what] = (await host.request('invoices.verify', { source: { id } })).verdict
  }
  expect(verdicts).toMatchObject({
    'zip-three-members': 'unverifiable',
    'zip-one-member': 'unverifiable',
    'zip-traversal': 'valid',
    'utf8-bom': 'valid',
    'zip-bomb': 'unverifiable',
    'zip-bomb-lying': 'unverifiable',
    'billion-laughs': 'unverifiable',
  })
  expect(aside).toHaveLength(2)
  expect(aside.some(text => text.includes('<html'))).toBe(true)
  expect(aside.some(text => text.endsWith('}}'))).toBe(true)
  expect(await host.request('overview.get', {})).toMatchObject({ companies: [{ cui: CUI }] })
}
