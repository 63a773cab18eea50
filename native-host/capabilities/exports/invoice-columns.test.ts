import { expect, test } from 'vitest'
import { ALL, aMessage, anInvoice, aZip, withMessages } from '../../archive/core/test-archive.fixture.ts'
import { invoiceColumns } from './invoice-columns.ts'

test('U-12 a list has the total with VAT, which the desk sums, and beside it what is left to pay', async () => {
  const { archive, messages } = await withMessages(aMessage({ id: '1' }))
  const total = '<cbc:TaxInclusiveAmount>1210.00</cbc:TaxInclusiveAmount>'
  const xml = anInvoice({ amount: '10.00 RON' }).replace('<cbc:PayableAmount>', `${total}$&`)
  await messages.store('1', aZip(xml))
  const [item] = messages.list(ALL).items
  const { columns } = invoiceColumns(archive)
  const cell = (head: string) => item && columns.find(one => one.head === head)?.value(item)
  expect([cell('Total cu TVA'), cell('De plată')]).toEqual(['1210.00', '10.00'])
  expect(messages.summary({}, undefined).totals).toMatchObject([{ amount: '1210.00' }])
})
