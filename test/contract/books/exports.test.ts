import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { aMessage, anInvoice, aZip, CUI } from '../../../native-host/archive/core/test-archive.fixture.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { ParamsIn, ResultOf } from '../../../shared/protocol/methods.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { childEnv, command, HostProcess, PROGRAM } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'
import { prepare } from '../support/prepare.ts'
import { noSpreadsheet, openWorkbook } from '../support/spreadsheet.ts'

let office: Office
afterEach(() => office.close())

type Exported = ResultOf<'books.export'> & { path: string }

const run = (...args: string[]) => command(['invoices', ...args, '--json'], office.env)
const json = async <T>(...args: string[]) => (await run(...args)).json() as T
/** Read in this process: only the subject of a test needs a real one. */
const list = async (query: ParamsIn<'invoices.list'> = {}): Promise<InvoiceItem[]> =>
  (await prepare(office.env, call => call('invoices.list', { limit: 500, ...query }))).items
const inOffice = (name: string) => join(office.dataDir, '..', name)

/** An office whose archive holds the authority's documents of two companies. */
async function withArchive(): Promise<void> {
  office = await openOffice({ world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 24 }) })
  await office.addCompanies()
  await prepare(office.env, call => call('invoices.sync', {}))
}

/** The sums of the archived documents, in bani: a credit note is subtracted. */
async function archivedSums(): Promise<{ base: number; vat: number; gross: number; invoices: number }> {
  const own = (await list()).filter(({ book }) => book !== undefined)
  const found = await prepare(office.env, call => Promise.all(own.map(({ id }) => call('invoices.get', { id }))))
  const bani = (text: string | null | undefined) => Math.round(Number(text) * 100)
  const sums = { base: 0, vat: 0, gross: 0, invoices: own.length }
  for (const { document } of found) {
    const sign = document?.type === 'credit-note' ? -1 : 1
    sums.base += sign * bani(document?.totals.net)
    sums.vat += sign * bani(document?.totals.vat)
    sums.gross += sign * bani(document?.totals.gross)
  }
  return sums
}

test('W-03 H-10 invoices are marked by filter, exported once, exported again on purpose, and their file is kept', async () => {
  await withArchive()
  const all = await list()
  const own = all.filter(({ book }) => book !== undefined)
  expect(all.length).toBeGreaterThan(own.length)
  const received = own.filter(({ direction }) => direction === 'received')
  const marked = await json('mark', '--direction', 'received', '--state', 'checked', '--note', 'NIR 118')
  expect(marked).toEqual({ changed: expect.any(Number), selected: expect.any(Number) })
  const { items: checked } = await json<{ items: InvoiceItem[] }>('list', '--book', 'checked')
  expect(checked.map(({ id }) => id)).toEqual(expect.arrayContaining(received.map(({ id }) => id)))
  expect(checked[0]?.book).toMatchObject({ state: 'checked', note: 'NIR 118', by: expect.stringMatching(/./) })

  const saga = inOffice('saga.zip')
  const first = await json<Exported>('book-export', '--book', 'checked', '--format', 'saga', '--output', saga)
  expect(first).toMatchObject({ export: { id: 1, invoices: checked.length }, taken: 0, unavailable: 0, path: saga })
  const files = Object.entries(unzipSync(readFileSync(saga)))
  expect(files).toHaveLength(checked.length)
  for (const [name, bytes] of files) {
    expect(name).toMatch(/^\d+\/F_\d+_[\w-]+_\d\d\.\d\d\.\d{4}(_\d+)?\.xml$/)
    expect(strFromU8(bytes)).toContain('<FacturaIndexSPV>')
  }
  expect((await list({ book: 'exported' })).length).toBe(checked.length)

  // Each is taken once: the rest now, none the third time, all on request.
  const rest = await json<Exported>('book-export', '--all', '--format', 'winmentor', '--output', inOffice('wm.zip'))
  expect(rest).toMatchObject({ export: { invoices: own.length - checked.length }, taken: checked.length })
  const none = await run('book-export', '--all', '--format', 'csv', '--output', inOffice('nimic.csv'))
  expect([none.code, none.json()]).toEqual([
    0,
    expect.objectContaining({ export: null, taken: own.length, path: null }),
  ])
  expect(existsSync(inOffice('nimic.csv'))).toBe(false)
  const again = await json<Exported>(
    'book-export',
    '--all',
    '--again',
    '--format',
    'csv',
    '--output',
    inOffice('tot.csv'),
  )
  expect(again).toMatchObject({ export: { id: 3, invoices: own.length }, taken: 0 })

  await json('book-exports', '1', '--output', inOffice('saga-2.zip'))
  expect(readFileSync(inOffice('saga-2.zip')).equals(readFileSync(saga))).toBe(true)
  const exports = await json<ResultOf<'books.exports'>>('book-exports')
  expect(exports.items.map(({ id, format }) => [id, format])).toEqual([
    [3, 'csv'],
    [2, 'winmentor'],
    [1, 'saga'],
  ])
  expect((await run('book-export', '--format', 'csv')).code).toBe(2)
})

test.skipIf(noSpreadsheet)(
  'W-03 LibreOffice opens the journals without a warning, and their sums are those of the archive',
  async () => {
    await withArchive()
    const path = inOffice('jurnal.xlsx')
    await json('book-export', '--all', '--format', 'xlsx', '--output', path)
    const sheets = await openWorkbook(readFileSync(path), office.dataDir)
    expect([...sheets.keys()].toSorted()).toEqual(['Cumpărări', 'Totaluri', 'Vânzări'])
    const bani = (text = '') => Math.round(Number(text.replaceAll(',', '')) * 100)
    const total = (sheet: string, head: string) => {
      const [heads = [], ...rows] = sheets.get(sheet) ?? []
      const added = (own: readonly string[][]) => own.reduce((sum, row) => sum + bani(row[heads.indexOf(head)]), 0)
      const isTotal = ([first = '']: string[]) => first.startsWith('Total RON')
      const totals = rows.filter(isTotal)
      const firms = Map.groupBy(
        rows.filter(row => !isTotal(row)),
        row => row[heads.indexOf('CUI firmă')],
      )
      expect(firms.size).toBeGreaterThan(1)
      // The column of each firm adds up to the firm's own total.
      expect(totals.map(row => added([row]))).toEqual([...firms.values()].map(added))
      return added(totals)
    }
    const both = (head: string) => total('Cumpărări', head) + total('Vânzări', head)
    const { base, vat, gross } = await archivedSums()
    expect([both('Bază'), both('TVA'), both('Total factură')]).toEqual([base, vat, gross])
    const sums = sheets.get('Totaluri') ?? []
    const ofRates = (head: string) =>
      sums.slice(1).reduce((sum, row) => sum + bani(row[sums[0]?.indexOf(head) ?? -1]), 0)
    expect([ofRates('Bază'), ofRates('TVA')]).toEqual([base, vat])
  },
)

/** An office whose archive holds a small invoice for each of these ids, all of one company and month. */
async function withInvoices(...ids: string[]): Promise<void> {
  office = await openOffice()
  await prepare(office.env, async (_call, services) => {
    const { companies, messages } = await services.archive()
    companies.put(CUI, 'granted')
    messages.record(ids.map(id => aMessage({ id })))
    for (const id of ids) await messages.store(id, aZip(anInvoice({ number: `F-${id}` })))
  })
}

test('W-03 without --output a second export of the same company and month is saved under the next free name', async () => {
  await withInvoices('3001', '3002')
  const folder = inOffice('exporturi')
  mkdirSync(folder)
  const exportOne = async (id: string) => {
    const args = [PROGRAM, 'invoices', 'book-export', id, '--format', 'csv', '--json']
    const options = { cwd: folder, env: childEnv(office.env) }
    return JSON.parse((await promisify(execFile)(process.execPath, args, options)).stdout) as Exported
  }
  const [first, second] = [await exportOne('3001'), await exportOne('3002')]
  expect([first, second]).toMatchObject([{ export: { id: 1, invoices: 1 } }, { export: { id: 2, invoices: 1 } }])
  expect(second.path).toBe(first.path.replace(/\.csv$/, '_2.csv'))
  expect(readdirSync(folder)).toHaveLength(2)
  expect(readFileSync(first.path, 'utf8')).toContain('F-3001')
  expect(readFileSync(second.path, 'utf8')).toContain('F-3002')
})

test.skipIf(!existsSync('/dev/full'))(
  'W-03 an export whose file cannot be saved names its number and the command that saves it; an impossible name marks nothing',
  async () => {
    await withInvoices('3001', '3002')
    const impossible = await run('book-export', '3001', '--format', 'csv', '--output', office.dataDir)
    expect([impossible.code, (await list()).map(({ book }) => book?.state)]).toEqual([2, ['new', 'new']])

    const full = await command(
      ['invoices', 'book-export', '3001', '--format', 'csv', '--output', '/dev/full'],
      office.env,
    )
    expect([full.code, full.stdout]).toEqual([1, expect.stringContaining('/dev/full could not be written')])
    expect(full.stdout).toContain('recipisa invoices book-exports 1 --output FILE')
    const again = await run('book-export', '3002', '--format', 'csv', '--output', '/dev/full')
    expect([again.code, again.json()]).toMatchObject([
      1,
      { export: { id: 2, invoices: 1 }, path: null, error: { details: { reason: 'storage-failed' } } },
    ])
    await json('book-exports', '2', '--output', inOffice('doi.csv'))
    expect(readFileSync(inOffice('doi.csv'), 'utf8')).toContain('F-3002')
  },
)

test('W-03 an export that is cancelled or killed in the middle leaves neither states nor an export', async () => {
  office = await openOffice()
  // Reading them takes so long that the export is half done when it is ended.
  const lines =
    '<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:LineExtensionAmount>1.00</cbc:LineExtensionAmount></cac:InvoiceLine>'
  const ids = ['3001', '3002', '3003']
  await prepare(office.env, async (_call, services) => {
    const { companies, messages } = await services.archive()
    companies.put(CUI, 'granted')
    messages.record(ids.map(id => aMessage({ id })))
    for (const id of ids)
      await messages.store(
        id,
        aZip(anInvoice({ number: `F-${id}` }).replace('</Invoice>', `${lines.repeat(20_000)}</Invoice>`)),
      )
  })
  const begin = async () => {
    const host = new HostProcess(office.env)
    const running = host.start('books.export', { selection: { filter: {} }, format: 'csv' })
    await host.message(one => one.id === running.id && 'progress' in one)
    return { host, running }
  }
  const untouched = async () => {
    expect((await list()).map(({ book }) => book?.state)).toEqual(['new', 'new', 'new'])
    expect(await prepare(office.env, call => call('books.exports', {}))).toEqual({ items: [], total: 0 })
  }

  const cancelled = await begin()
  cancelled.host.send({ cancel: cancelled.running.id })
  expect(await cancelled.running.answer).toMatchObject({ error: { code: 'cancelled' } })
  await cancelled.host.close()
  await untouched()

  const killed = await begin()
  const lost = expect(killed.running.answer).rejects.toThrow('the host ended')
  killed.host.child.kill('SIGKILL')
  await lost
  await killed.host.exited
  await untouched()

  const whole = await json<Exported>('book-export', '--all', '--format', 'csv', '--output', inOffice('tot.csv'))
  expect(whole).toMatchObject({ export: { id: 1, invoices: 3 } })
  expect((await list()).map(({ book }) => book?.state)).toEqual(['exported', 'exported', 'exported'])
})
