import { expect, test } from 'vitest'
import { describeReason } from './describe-reason.ts'
import { fromErrorBody } from './from-error-body.ts'
import { RecipisaError } from './recipisa-error.ts'
import { toErrorBody } from './to-error-body.ts'

test('an error crosses the protocol and comes back with reason and params', () => {
  const body = toErrorBody(new RecipisaError('no-rights-for-company', { cui: '14399840' }))
  expect(body.code).toBe('no-rights')
  expect(body.message).toContain('14399840')
  const back = fromErrorBody(JSON.parse(JSON.stringify(body)))
  expect(back?.reason).toBe('no-rights-for-company')
  expect(back?.params).toEqual({ cui: '14399840' })
})

test('E-29 too many requests are not called a pause of ANAF’s: in an office they may be those of the colleagues', () => {
  const params = { operation: 'TestOauth', seconds: 60, until: Date.UTC(2026, 10, 20, 10) }
  for (const locale of ['ro', 'en'] as const) {
    const { text } = describeReason('rate-limited', params, locale)
    expect(text).toMatch(/ANAF: .*12:00/)
    expect(text).not.toMatch(/pauz|pause/)
  }
})

test('a reason of another version is not taken for one of ours', () => {
  expect(fromErrorBody({ code: 'refused', message: 'x', details: { reason: 'toString' } })).toBeUndefined()
  expect(fromErrorBody({ code: 'refused', message: 'x', details: {} })).toBeUndefined()
})

test('a part in brackets appears only if its params are given', () => {
  const note = 'Nu aveti drept in SPV pentru CIF=21'
  const { message } = toErrorBody(new RecipisaError('no-rights-for-company', { cui: '21', note }))
  expect(message).toContain(`You have no SPV right for CUI 21: "${note}".`)
  expect(toErrorBody(new RecipisaError('no-rights-for-company', { cui: '21' })).message).toContain(
    'right for CUI 21. Request',
  )
  // A filled-in param is never read as a sentence of ours.
  const odd = new RecipisaError('authority-note', { note: '[{operation}] {x}' })
  expect(toErrorBody(odd).message).toContain('"[{operation}] {x}"')
})

test('D-07 a receipt that is not handed out is not called gone: it may only be late', () => {
  const { reason, params } = new RecipisaError('receipt-unavailable', { index: '7' })
  expect(describeReason(reason, params, 'ro').what).toBe('ANAF nu oferă acum recipisa cu indexul 7.')
  expect(describeReason(reason, params, 'en').what).toBe('ANAF does not offer the receipt with index 7 now.')
})
