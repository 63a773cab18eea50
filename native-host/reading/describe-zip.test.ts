import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { anInvoice, DETACHED } from '../archive/core/test-archive.fixture.ts'
import { describeSmall } from './describe-zip.ts'

const small = Buffer.from(anInvoice())
const large = Buffer.from(anInvoice().replace('<cbc:ID>', `<cbc:Note>${'x'.repeat(1_000_000)}</cbc:Note><cbc:ID>`))
const signature = Buffer.from(DETACHED)
const other = Buffer.from('x')
const elements = Buffer.from(`<a>${'<a/>'.repeat(2000)}</a>`)

test('H-12 only small ZIPs are read without the thread, however many files they have', () => {
  expect(describeSmall(zipSync({ a: small, b: signature }))).toMatchObject({ invoice: { number: 'FCT-1001' } })
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}`, elements]))
  for (const zip of [{ a: large, b: signature }, { a: large, b: signature, c: other }, many])
    expect(describeSmall(zipSync(zip))).toBeUndefined()
})
