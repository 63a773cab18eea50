import { PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import { anOddInvoice } from '../../shared/documents/odd-invoices.fixture.ts'
import { printAll } from './print-all.ts'
import { printSheet } from './print-sheet.ts'

const numbered = (number: string) => ({ xml: Buffer.from(anOddInvoice().replace('FCT-7', number)) })

test('U-12 an invoice whose drawing breaks off is left out with all its pages, and the others are printed', async () => {
  const faults = new Map([
    ['FCT-2', new Error('what?')],
    ['FCT-4', new Error('another')],
  ])
  const draw: typeof printSheet = (pdf, fonts, sheet, locale) => {
    printSheet(pdf, fonts, sheet, locale)
    const fault = faults.get(sheet.number)
    if (fault) throw fault
  }
  const documents = ['FCT-1', 'FCT-2', 'FCT-3', 'FCT-4'].map(numbered)
  const question = { documents: [...documents, { xml: Buffer.from('<header/>') }], locale: 'ro' } as const
  const { pdf, ...left } = await printAll(question, draw)
  expect(left).toEqual({ unread: [4], undrawn: [1, 3], fault: faults.get('FCT-2') })
  const printed = await PDF.load(pdf ?? new Uint8Array())
  expect(printed.getTitle()).toBe('Factură FCT-1, Factură FCT-3')
  expect(printed.extractText().map(({ text }) => /FCT-\d/.exec(text)?.[0])).toEqual(['FCT-1', 'FCT-3'])
})
