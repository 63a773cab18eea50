import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InvoicesSummary } from '../../../shared/protocol/invoices/query.ts'
import { seedMail } from '../../authority/spv/seed.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { run } from '../../support/run-program.ts'
import { command } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'
import { prepare } from '../support/prepare.ts'
import { noSpreadsheet, openWorkbook } from '../support/spreadsheet.ts'
import { signInToMailbox } from '../support/spv.ts'

/** Whether this machine lacks the tools to look into a PDF (scripts/system-packages.mjs). */
const noPdf = (process.env.RECIPISA_MISSING ?? '').split(' ').includes('pdf')

let office: Office
const inOffice = (name: string) => join(office.dataDir, '..', name)

beforeAll(async () => {
  office = await openOffice({
    world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 20 }),
    mail: seedMail({ messages: 12 }),
  })
  await office.addCompanies()
  const session = JSON.stringify(await signInToMailbox(office.authority))
  expect((await command(['session', 'import', 'spv', '-'], office.env, session)).code).toBe(0)
  await prepare(office.env, async call => {
    await call('invoices.sync', {})
    await call('mailbox.sync', { days: 60 })
  })
})
afterAll(() => office.close())

/** `recipisa invoices export`. */
async function save(as: string, ...more: readonly string[]) {
  const { code, stdout, stderr } = await command(['invoices', 'export', '--as', as, '--json', ...more], office.env)
  return { code, stderr, ...(JSON.parse(stdout) as { done: number; skipped: number; path: string; fileName: string }) }
}
const summary = (): Promise<InvoicesSummary> => prepare(office.env, call => call('invoices.summary', {}))
const list = async () => (await prepare(office.env, call => call('invoices.list', { limit: 500 }))).items
const cents = (text = '') => Math.round(Number(text.replaceAll(',', '')) * 100)
/** Sums by currency of a table; its totals, if any, stand below its rows. */
function sumsOf(rows: readonly string[][]): Record<string, number> {
  const [heads = []] = rows
  const [amount, currency, id] = ['Total cu TVA', 'Moneda', 'Id în SPV'].map(head => heads.indexOf(head))
  const sums: Record<string, number> = {}
  for (const row of rows.slice(1).filter(one => one[id ?? -1] !== '')) {
    const of = row[currency ?? -1] ?? ''
    if (of !== '') sums[of] = (sums[of] ?? 0) + cents(row[amount ?? -1])
  }
  return sums
}

test.skipIf(noSpreadsheet)(
  'H-10 U-12 LibreOffice opens the exported tables without a warning, and their sums are those of the archive',
  async () => {
    const { count, totals } = await summary()
    const wanted = Object.fromEntries(totals.map(({ currency, amount }) => [currency, cents(amount)]))
    for (const as of ['xlsx', 'csv'] as const) {
      const saved = await save(as, '--output', inOffice(`lista.${as}`))
      expect(saved).toMatchObject({ code: 0, done: count, skipped: 0 })
      expect(saved.fileName).toMatch(new RegExp(`^lista-facturi_.*_${count}\\.${as}$`))
      const sheets = await openWorkbook(readFileSync(saved.path), office.dataDir, as)
      const rows = sheets.get(as === 'xlsx' ? 'Facturi' : 'book') ?? []
      const amount = rows[0]?.indexOf('Total cu TVA') ?? -1
      expect(sumsOf(rows)).toEqual(wanted)
      const below = rows.filter(([first]) => first?.startsWith('Total '))
      expect(below.map(row => [row[0]?.slice(6), cents(row[amount])])).toEqual(
        as === 'xlsx' ? expect.arrayContaining(Object.entries(wanted)) : [],
      )
      expect(rows).toHaveLength(1 + count + below.length)
      // LibreOffice shows a recognized date in its own form.
      expect(rows[1]?.[rows[0]?.indexOf('Data') ?? -1]).toMatch(/^\d\d\/\d\d\/\d{4}$/)
    }
  },
)

test.skipIf(noPdf)('U-12 a whole list is one PDF to print: the archived PDFs, and our own of the others', async () => {
  const invoices = (await list()).filter(({ invoice }) => invoice !== null)
  const [first, ...others] = invoices
  await prepare(office.env, async (_call, services) => {
    const { messages } = await services.archive()
    const pdf = PDF.create()
    for (let page = 0; page < 3; page++) pdf.addPage({ size: 'a4' })
    await messages.storePdf(first?.id ?? '', { bytes: await pdf.save(), validated: false, access: 'oauth' })
  })
  const calls = office.authority.journal.entries.length
  const saved = await save('print', '--output', inOffice('tot.pdf'))
  expect(office.authority.journal.entries).toHaveLength(calls)
  // Messages and refusals are no invoices: they are skipped, with their reason.
  const all = await summary()
  expect(saved).toMatchObject({ done: all.count, skipped: all.count - invoices.length })
  const env = { PATH: process.env.PATH ?? '' }
  const info = await run('pdfinfo', [saved.path], { env })
  expect(info).toMatch(new RegExp(`^Pages:\\s+${3 + others.length}$`, 'm'))
  const text = await run('pdftotext', ['-layout', saved.path, '-'], { env })
  const missing = others.filter(({ invoice }) => !text.includes(invoice?.number ?? ''))
  expect(missing.map(({ invoice }) => invoice?.number)).toEqual([])
  expect(text).toContain('Page 1 of 1')
})

test('U-12 a table and a PDF in a folder replace nothing, and are written once', async () => {
  const folder = mkdtempSync(inOffice('folder-'))
  const own = (await save('print', '--kind', 'received', '--folder', folder)).fileName
  expect(readdirSync(folder)).toEqual([own])
  mkdirSync(join(folder, 'other'))
  const { fileName } = await save('csv', '--folder', join(folder, 'other'))
  writeFileSync(join(folder, 'other', fileName), 'mine')
  await save('csv', '--folder', join(folder, 'other'))
  expect(readFileSync(join(folder, 'other', fileName), 'utf8')).toBe('mine')
  expect(existsSync(join(folder, 'other', fileName.replace('.csv', '_2.csv')))).toBe(true)
})

test('U-12 the messages of the mailbox are a table, and one PDF to print', async () => {
  const shown = await prepare(office.env, async (call, services) => {
    const made: Record<string, string> = {}
    for (const format of ['csv', 'print'] as const) {
      const { export: begun } = await call('exports.begin', { order: { area: 'mailbox', format } })
      const { export: ended } = await call('exports.follow', { id: begun.id })
      expect(ended).toMatchObject({ state: 'done', done: begun.total })
      const { bytes } = await (await services.archive()).exports.read(begun.id)
      made[format] = Buffer.from(bytes).toString('utf8')
    }
    return made
  })
  expect(shown.print?.slice(0, 5)).toBe('%PDF-')
  expect(shown.csv).toMatch(/^\ufeffFirmă;CUI;Tip;Formular;Perioada/)
  expect(shown.csv?.trim().split('\r\n').length).toBeGreaterThan(10)
})
