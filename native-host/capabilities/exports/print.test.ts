import { PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import { anOddInvoice } from '../../../shared/documents/odd-invoices.fixture.ts'
import type { Locale } from '../../../shared/errors/codes.ts'
import type { ClaimedExport } from '../../archive/exports/export-archive.ts'
import type { FormatPorts } from './making.ts'
import { printed } from './print.ts'

const ORDER = { fileName: 'facturi_501.pdf', locale: 'ro', createdAt: Date.UTC(2026, 10, 5) } as ClaimedExport
const SIGNAL = new AbortController().signal
const logged: string[] = []
// No other port is used: the documents come from the test.
const PORTS = { log: { error: event => logged.push(event) } } as Pick<FormatPorts, 'log'> as FormatPorts

async function onePage(): Promise<Uint8Array> {
  const pdf = PDF.create()
  pdf.addPage({ size: 'a4' })
  return pdf.save()
}
const textsOf = async (bytes: Uint8Array | undefined) =>
  (await PDF.load(bytes ?? new Uint8Array())).extractText().map(({ text }) => text)
const pagesOf = async (bytes: Uint8Array) => (await PDF.load(bytes)).getPageCount()

async function printAll(documents: readonly { pdf?: Uint8Array; xml?: Uint8Array }[], order = ORDER) {
  const making = printed(async (_, id) => ({ id, ...documents[Number(id)] }))(PORTS, order)
  const [files, left]: [{ fileName: string; bytes: Uint8Array }[], string[]] = [[], []]
  for (const at of documents.keys()) {
    await making.take(String(at), SIGNAL)
    const made = await making.ready(at === documents.length - 1)
    files.push(...made.files)
    left.push(...made.left.map(({ id, error }) => `${id} ${error.reason}`))
  }
  return { files, left }
}

test('U-12 documents to print come in PDFs of at most 500, numbered, so that memory is bounded', async () => {
  const pdf = await onePage()
  const { files, left } = await printAll(Array.from({ length: 501 }, () => ({ pdf })))
  expect([files.map(({ fileName }) => fileName), left]).toEqual([['facturi_501_01.pdf', 'facturi_501_02.pdf'], []])
  expect(await Promise.all(files.map(({ bytes }) => pagesOf(bytes)))).toEqual([500, 1])
})

test('U-12 a broken PDF is replaced by our own of the same invoice; what is neither is named and left out', async () => {
  const broken = Buffer.from('%PDF-1.7\nnothing that follows')
  const xml = Buffer.from(anOddInvoice())
  const documents = [{ pdf: broken, xml }, { pdf: broken }, { xml: Buffer.from('<header/>') }, { pdf: await onePage() }]
  const { files, left } = await printAll(documents)
  expect(left).toEqual(['1 document-part-missing', '2 document-part-missing'])
  const [file] = files
  expect([files.length, file?.fileName]).toEqual([1, 'facturi_501.pdf'])
  const pdf = await PDF.load(file?.bytes ?? new Uint8Array())
  expect(pdf.getPageCount()).toBe(2)
  expect(pdf.extractText()[0]?.text).toContain('FCT-7')
})

const numbered = (number: string) => ({ xml: Buffer.from(anOddInvoice().replace('FCT-7', number)) })

test('U-12 a number without end is whole on the first page, and cut on each further one', async () => {
  const { files, left } = await printAll([
    numbered('X'.repeat(20_000)),
    numbered('7&#10;'.repeat(500)),
    numbered('FCT-7'),
  ])
  expect(left).toEqual([])
  const pages = await textsOf(files[0]?.bytes)
  expect(pages.at(-1)).toContain('FCT-7')
  expect(pages.join('').match(/X/g)?.length).toBeGreaterThanOrEqual(20_000)
  const further = pages.filter(text => !text.includes('Pagina 1 din'))
  expect(further.length).toBeGreaterThan(3)
  expect(further.filter(text => !text.includes('…'))).toEqual([])
})

test('U-12 an invoice whose drawing fails is named as our fault, apart from what is none, and the others are printed', async () => {
  // Only a number in words of a language fails: how many more elements have no field.
  const noLanguage = { ...ORDER, locale: '?' as Locale }
  const undrawable = { xml: Buffer.from(anOddInvoice({ middle: '<cbc:Odd>1</cbc:Odd>'.repeat(201) })) }
  const none = { xml: Buffer.from('<header/>') }
  const { files, left } = await printAll([numbered('FCT-1'), undrawable, none, numbered('FCT-2')], noLanguage)
  expect(left.toSorted()).toEqual(['1 document-not-drawn', '2 document-part-missing'])
  expect(logged).toEqual(['document-not-drawn'])
  const pages = await textsOf(files[0]?.bytes)
  expect(pages).toMatchObject([expect.stringContaining('FCT-1'), expect.stringContaining('FCT-2')])
})

test('U-05 U-12 the same documents give the same bytes: an export that is begun anew writes no file twice', async () => {
  const documents = [{ xml: Buffer.from(anOddInvoice()) }, { pdf: await onePage() }]
  const [first, second] = [await printAll(documents), await printAll(documents)]
  expect(Buffer.from(first.files[0]?.bytes ?? []).equals(second.files[0]?.bytes ?? new Uint8Array())).toBe(true)
})
