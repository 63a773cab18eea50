import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createCertificateAuthority } from '../certificates.ts'
import { createWorld, type Message, type NewDocument } from '../world/world.ts'
import { formOf, verifies } from './independent.fixture.ts'
import { createZips } from './zips.ts'

const NOW = Date.UTC(2026, 10, 21, 10)
const ministry = await (await createCertificateAuthority('test')).issueSigningCertificate()
const world = createWorld({ now: () => NOW })
for (const cui of ['14399840', '34878414']) world.addCompany(cui, `Firma „${cui}” & fiii SRL`)
const KINDS: Omit<NewDocument, 'seller' | 'buyer'>[] = [
  {},
  { document: 'credit-note' },
  { document: 'buyer-message' },
  { outcome: 'nok' },
]
for (const kind of KINDS)
  for (let n = 0; n < 12; n++) world.addInvoice({ seller: '14399840', buyer: n % 2 ? '21' : '34878414', ...kind })
const messages = [...world.messages.values()]

function members(message: Message, zips = createZips(ministry)) {
  const files = Object.entries(unzipSync(zips.of(message)))
  const text = (wanted: string) => {
    const found = files.find(([name]) => name === wanted)
    return new TextDecoder().decode(found?.[1])
  }
  const index = message.upload.uploadIndex
  return { names: files.map(([name]) => name), original: text(`${index}.xml`), signed: text(`semnatura_${index}.xml`) }
}

test('E-36 every kind of signature file verifies with an independent implementation', () => {
  const seen = new Set<string>()
  for (const message of messages) {
    const { original, signed } = members(message)
    const { document, outcome } = message.upload
    const lines = original.includes('\r\n') ? 'CRLF' : 'LF'
    seen.add(`${document} ${outcome} ${formOf(signed)}`).add(lines)
    expect(verifies(original, signed, ministry.certificatePem)).toBe(true)
  }
  expect([...seen].sort()).toEqual([
    'CRLF',
    'LF',
    'buyer-message ok detached',
    'buyer-message ok enveloped',
    'buyer-message ok ministry',
    'credit-note ok detached',
    'credit-note ok enveloped',
    'credit-note ok ministry',
    'invoice nok detached',
    'invoice nok enveloped',
    'invoice nok ministry',
    'invoice ok detached',
    'invoice ok enveloped',
    'invoice ok ministry',
  ])
})

test('a changed document does not verify', () => {
  const message = messages.find(({ upload }) => upload.document === 'invoice' && upload.outcome === 'ok')
  if (!message) throw new Error('the seed has no invoice')
  const { original, signed } = members(message)
  const changed = (text: string) => text.replace('PayableAmount currencyID="RON">', '$&9')
  expect(verifies(changed(original), changed(signed), ministry.certificatePem)).toBe(false)
})

test('the members stand in either order', () => {
  const orders = new Set(messages.map(message => members(message).names[0]?.startsWith('semnatura_')))
  expect([...orders].sort()).toEqual([false, true])
})

test('the same message gives the same bytes when it is made again', () => {
  for (const message of messages.slice(0, 20))
    expect(createZips(ministry).sha256Of(message)).toBe(createZips(ministry).sha256Of(message))
})

test('amounts of an invoice add up', () => {
  for (const message of messages.filter(
    ({ upload }) => upload.document !== 'buyer-message' && upload.outcome === 'ok',
  )) {
    const { original } = members(message)
    const amounts = (name: string) =>
      [...original.matchAll(new RegExp(`<cbc:${name} currencyID="RON">([\\d.]+)<`, 'g'))].map(([, amount]) =>
        Math.round(Number(amount) * 100),
      )
    const [net = Number.NaN, ...lines] = amounts('LineExtensionAmount')
    const [vat = Number.NaN, ...vats] = amounts('TaxAmount')
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
    expect(sum(lines)).toBe(net)
    expect(sum(vats)).toBe(vat)
    expect(sum(amounts('TaxableAmount'))).toBe(net)
    expect(amounts('PayableAmount')).toEqual([net + vat])
  }
})
