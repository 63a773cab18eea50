import { expect, test } from 'vitest'
import { aMessage, withMessages } from '../../archive/core/test-archive.fixture.ts'
import { withFiled } from './filed.ts'

const draft = (fileName: string, corrects: number | null) => ({
  ...{ sha256: fileName.padEnd(64, 'a'), size: 10, fileName, cui: '14399840', standard: 'UBL' as const, corrects },
  flags: { extern: false, selfBilled: false, enforcement: false, b2c: false },
  invoice: {
    ...{ number: fileName, issueDate: null, sellerName: 'Alfa', sellerCui: '14399840', buyerName: 'Beta' },
    ...{ buyerCui: null, payableAmount: '119.00', currency: 'RON' },
  },
})

test('an errors file is the invoice that was filed here, with the end of the chain that corrects it', async () => {
  const { messages, uploads } = await withMessages(
    aMessage({ id: '1', type: 'ERORI FACTURA', uploadIndex: '501' }),
    aMessage({ id: '2', uploadIndex: '501' }),
  )
  const file = (name: string, corrects: number | null, state: 'nok' | 'ok' | 'processing', uploadIndex: string) => {
    const begun = uploads.begin(draft(name, corrects), false)
    if (!('attempt' in begun)) throw new Error('it was filed before')
    uploads.update(begun.attempt.id, { state: 'processing', uploadIndex })
    uploads.update(begun.attempt.id, { state })
    return begun.attempt.id
  }
  const filed = (id = '1') => {
    const item = messages.get(id)?.item
    if (!item) throw new Error('there is no such message')
    return withFiled(uploads, item).filed
  }

  expect(filed()).toBeUndefined()
  const first = file('F-77', null, 'nok', '501')
  expect(filed()).toMatchObject({ uploadId: first, invoice: { number: 'F-77', buyerName: 'Beta' }, correction: null })
  const second = file('F-78', first, 'nok', '502')
  expect(filed()?.correction).toEqual({ uploadId: second, name: 'F-78', state: 'refused' })
  const third = file('F-79', second, 'processing', '503')
  expect(filed()?.correction).toEqual({ uploadId: third, name: 'F-79', state: 'pending' })
  uploads.update(third, { state: 'ok' })
  expect(filed()?.correction).toEqual({ uploadId: third, name: 'F-79', state: 'valid' })
  // An invoice itself stays unchanged.
  expect(filed('2')).toBeUndefined()
})
