import { X509Certificate } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createCertificateAuthority, type Issued } from '../../test/authority/certificates.ts'
import { chooseCertificate, type PinState, type TokenCertificate } from './read-token.ts'

const NOW = Date.now()
let [own, other, server]: Issued[] = []

beforeAll(async () => {
  const ca = await createCertificateAuthority('Recipisa test CA')
  own = await ca.issueClientCertificate({ commonName: 'Ana Pop', serialNumber: '4a1b2c3d' })
  other = await ca.issueClientCertificate({ commonName: 'Dan Pop', serialNumber: '5a1b2c3d' })
  server = await ca.issueServerCertificate(['webserviceapl.localhost'])
})

const onToken = (...issued: (Issued | undefined)[]): TokenCertificate[] =>
  issued.map((each, at) => ({
    certificate: new X509Certificate(each?.certificatePem ?? ''),
    id: Buffer.from([at]),
    token: { label: 'Recipisa', serialNumber: '1', pin: 'asked' },
  }))

test('E-28 the only certificate for clients is taken; another kind beside it does not count', () => {
  expect(chooseCertificate(onToken(server, own), null, NOW).id).toEqual(Buffer.from([1]))
})

test('E-28 of several the person names one, by its serial in any spelling; nothing is guessed', () => {
  expect(() => chooseCertificate(onToken(own, other), null, NOW)).toThrow(/4A1B2C3D, 5A1B2C3D/)
  expect(chooseCertificate(onToken(own, other), '005a1B2c3D', NOW).id).toEqual(Buffer.from([1]))
})

test('E-28 a certificate that the token shows twice is one, taken with the id of its key', () => {
  for (const serial of [null, '4a1b2c3d'])
    expect(chooseCertificate(onToken(own, own), serial, NOW).id).toEqual(Buffer.from([0]))
  const [first, second] = onToken(own, own) as [TokenCertificate, TokenCertificate]
  const withoutId = { ...first, id: Buffer.alloc(0) }
  expect(chooseCertificate([withoutId, second], null, NOW)).toBe(second)
  expect(chooseCertificate([second, withoutId], null, NOW)).toBe(second)
  expect(() => chooseCertificate(onToken(own, other, own), null, NOW)).toThrow(/"4A1B2C3D, 5A1B2C3D"/)
})

test('E-28 of a certificate in two slots, the one is taken whose PIN is not locked or at its last try', () => {
  const [first, second] = onToken(own, own) as [TokenCertificate, TokenCertificate]
  const withPin = (entry: TokenCertificate, pin: PinState) => ({ ...entry, token: { ...entry.token, pin } })
  const order: PinState[] = ['asked', 'last', 'locked']
  for (const [at, better] of order.entries())
    for (const worse of order.slice(at + 1)) {
      const entry = { ...withPin(second, better), id: Buffer.alloc(0) }
      const other = withPin(first, worse)
      expect([better, worse, chooseCertificate([other, entry], null, NOW)]).toEqual([better, worse, entry])
      expect([better, worse, chooseCertificate([entry, other], null, NOW)]).toEqual([better, worse, entry])
    }
  // A PIN with a wrong try behind it is as good as any.
  const low = withPin(second, 'low')
  expect(chooseCertificate([{ ...first, id: Buffer.alloc(0) }, low], null, NOW)).toBe(low)
})

test('E-28 an empty token, an unknown serial and a certificate past its end are no certificate', () => {
  const missing = expect.objectContaining({ reason: 'token-certificate-missing' })
  const year = 366 * 86_400_000
  for (const choose of [
    () => chooseCertificate([], null, NOW),
    () => chooseCertificate(onToken(own), 'AB', NOW),
    () => chooseCertificate(onToken(own), null, NOW + year),
    () => chooseCertificate(onToken(own), '4a1b2c3d', NOW + year),
  ])
    expect(choose).toThrow(missing)
})
