import { Command } from 'commander'
import { expect, test } from 'vitest'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { LABELS } from '../core/labels.ts'
import { addInvoices } from './invoices.ts'

/** What `invoices list` prints in Romanian for these documents. */
async function printed(...items: readonly InvoiceItem[]): Promise<Output | undefined> {
  let output: Output | undefined
  const cli = { labels: LABELS.ro, terminal: { locale: 'ro' }, call: async () => ({ items, total: items.length }) }
  const act: Act =
    work =>
    async (...args) => {
      output = await work(cli as unknown as Cli, ...args)
    }
  const invoices = new Command('invoices')
  addInvoices(invoices, act)
  await invoices.parseAsync(['list'], { from: 'user' })
  return output
}

const CUI = '14399840'

test('in the list, an invoice with errors has number, partner and sum of what was filed here', async () => {
  const invoice = {
    ...{ number: 'F-77', issueDate: '2026-11-18', sellerName: 'Alfa', sellerCui: CUI, buyerName: 'Beta SA' },
    ...{ buyerCui: '99', payableAmount: '119.00', currency: 'RON' },
  }
  const refused: InvoiceItem = {
    ...{ id: '3001', twinId: null, uploadIndex: '501', cui: CUI, kind: 'errors', direction: null },
    ...{ type: 'ERORI FACTURA', createdAt: Date.UTC(2026, 10, 20, 10), details: '', sellerCui: null, buyerCui: null },
    ...{ state: 'archived', unread: false, invoice: null },
    filed: { uploadId: 1, fileName: 'a.xml', invoice, correction: null },
  }
  expect(await printed(refused)).toMatchObject({ text: expect.stringMatching(/F-77 +Beta SA +119,00.RON/) })
})
