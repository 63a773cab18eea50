import { PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import { amount, anOddInvoice, line, party } from '../../shared/documents/odd-invoices.fixture.ts'
import type { Locale } from '../../shared/errors/codes.ts'
import { type PrintLog, printInvoices } from './print.ts'

const one = (xml: string, id = '1') => ({ id, xml: Buffer.from(xml) })

/** A log that has to stay empty. */
const empty: PrintLog = {
  error: (event, fields) => {
    throw new Error(event, { cause: fields?.error })
  },
}

/** The texts of a PDF's pages, as a reader gets them. */
async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await PDF.load(bytes)
  return pdf.extractText().map(({ text }) => text)
}

test('U-11 a PDF of our own says what the XML says, with ș and ț, and signs', async () => {
  const xml = anOddInvoice({
    seller: party('Ștefănescu & Țăran ŞŢ SRL', 'RO14399840'),
    head: '<cbc:Note>Retur de mărfuri – lot №7, Ελλάδα, България</cbc:Note>',
    lines: line('Cafea măcinată', '-2', '50', '-100.00'),
    sums: amount('TaxInclusiveAmount', '-121.00') + amount('PayableAmount', '-121.00'),
  })
  const [text = '', ...more] = await pagesOf(await printInvoices([one(xml)], 'ro', empty))
  expect(more).toEqual([])
  const wanted = [
    'Factură FCT-7',
    'Storno: sumele acestui document sunt negative.',
    'Ștefănescu & Țăran ŞŢ SRL',
    'RO14399840',
    'Cafea măcinată',
    '-2 buc',
    '-100,00',
    'TVA pe cote',
    '-121,00\u00a0lei',
    'Retur de mărfuri – lot №7, Ελλάδα, България',
    'Pagina 1 din 1',
  ]
  for (const each of wanted) expect(text).toContain(each)
  expect(text).not.toContain('□')
})

test('U-11 many invoices are one PDF, each on its own pages with its own numbers', async () => {
  const long = anOddInvoice({ lines: line('Cafea', '2', '50', '100.00').repeat(120) }).replace('FCT-7', 'FCT-8')
  const pages = await pagesOf(await printInvoices([one(anOddInvoice()), one(long, '2')], 'en', empty))
  expect(pages.length).toBeGreaterThan(3)
  expect(pages[0]).toContain('Invoice FCT-7')
  expect(pages[0]).toContain('Page 1 of 1')
  expect(pages[1]).toContain(`Page 1 of ${pages.length - 1}`)
  // The title and the table's head are on every page.
  expect(pages.slice(1).filter(text => text.includes('Invoice FCT-8') && text.includes('Quantity'))).toHaveLength(
    pages.filter(text => text.includes('Cafea')).length - 1,
  )
  expect(pages.join().match(/Cafea/g)).toHaveLength(121)
})

test('U-11 a character that the font does not have is marked, and said; a word without end is broken', async () => {
  const xml = anOddInvoice({ lines: line(`漢字 \u202e ${'x'.repeat(300)}`, '1', '1', '1') })
  const [text = ''] = await pagesOf(await printInvoices([one(xml)], 'ro', empty))
  expect(text).toContain('□□')
  expect(text).toContain('[U+202E]')
  expect(text).toContain('Unele caractere nu pot fi tipărite')
  expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(300)
})

test('U-11 what is no invoice is not printed', async () => {
  await expect(printInvoices([one(anOddInvoice()), one('<header/>', '7')], 'ro', empty)).rejects.toMatchObject({
    reason: 'document-part-missing',
    params: { id: '7' },
  })
})

test('U-11 an invoice that was read and cannot be drawn is our fault, and the log says why', async () => {
  const logged: unknown[] = []
  const log: PrintLog = { error: (event, fields) => logged.push([event, fields]) }
  const noLanguage = '?' as Locale
  // Only a number in words of a language fails: how many more elements have no field.
  const undrawable = anOddInvoice({ middle: '<cbc:Odd>1</cbc:Odd>'.repeat(201) })
  await expect(printInvoices([one(anOddInvoice()), one(undrawable, '7')], noLanguage, log)).rejects.toMatchObject({
    reason: 'document-not-drawn',
    side: 'ours',
    params: { id: '7' },
  })
  const error = expect.objectContaining({ name: 'RangeError', message: expect.stringContaining('?') })
  expect(logged).toEqual([['document-not-drawn', { ids: ['7'], error }]])
})
