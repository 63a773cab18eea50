// The X.509 library resolves its parts through decorators, which need this first.
import 'reflect-metadata'
import { webcrypto, X509Certificate } from 'node:crypto'
import { BasicConstraintsExtension, cryptoProvider, X509CertificateGenerator } from '@peculiar/x509'
import { expect, test } from 'vitest'
import { chainOf } from './chain.ts'

cryptoProvider.set(webcrypto as unknown as Crypto)
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

type Party = { name: string; keys: CryptoKeyPair }
const party = async (name: string): Promise<Party> => ({
  name,
  keys: (await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify'])) as unknown as CryptoKeyPair,
})

/** The certificate of a party, in the name of `issuer` and with the key of `signer`. */
async function certify(subject: Party, issuer: Party, { isAuthority = true, signer = issuer } = {}) {
  const certificate = await X509CertificateGenerator.create({
    ...{ subject: `CN=${subject.name}`, issuer: `CN=${issuer.name}`, signingAlgorithm: EC },
    ...{ publicKey: subject.keys.publicKey, signingKey: signer.keys.privateKey },
    extensions: [new BasicConstraintsExtension(isAuthority, undefined, true)],
  })
  return new X509Certificate(Buffer.from(certificate.rawData))
}

const [root, stranger, person] = await Promise.all([party('Root'), party('Stranger'), party('Person')])
const anchor = await certify(root, root)
const chain = (signer: X509Certificate, between: X509Certificate[] = [], anchors = [anchor]) =>
  chainOf(
    signer,
    [signer, ...between],
    anchors.map(certificate => certificate.toString()),
  )

/** A signer's certificate and `count` authorities between it and the anchor. */
async function chainOver(count: number): Promise<[signer: X509Certificate, between: X509Certificate[]]> {
  const parties = [person, ...(await Promise.all(Array.from({ length: count }, (_, n) => party(`Between ${n}`)))), root]
  const [signer, ...between] = await Promise.all(
    parties.slice(0, -1).map((one, n) => certify(one, parties[n + 1] ?? root, { isAuthority: n > 0 })),
  )
  if (!signer) throw new Error('no signer')
  return [signer, between]
}

test('E-36 a certificate leads to an anchor through the authorities beside it, in any order, and through four at most', async () => {
  for (const count of [0, 1, 2, 4]) {
    const [signer, between] = await chainOver(count)
    expect([count, chain(signer, between), chain(signer, between.toReversed())]).toEqual([
      count,
      'anchored',
      'anchored',
    ])
    expect(chain(signer, between, [])).toBe('not-checked')
    expect(chain(signer, between.slice(0, -1))).toBe(count === 0 ? 'anchored' : 'not-anchored')
  }
  expect(chain(...(await chainOver(5)))).toBe('not-anchored')
})

test('E-36 an authority that vouches for itself hides no other certificate of its key', async () => {
  const between = await party('Between')
  const signer = await certify(person, between)
  const [alone, vouched] = [await certify(between, between), await certify(between, root)]
  expect(chain(signer, [alone])).toBe('not-anchored')
  expect(chain(signer, [alone, vouched])).toBe('anchored')
})

test('E-36 a certificate that is no authority, has another name or another key leads nowhere', async () => {
  const between = await party('Between')
  const signer = await certify(person, between, { isAuthority: false })
  const renamed = { ...between, name: 'Renamed' }
  const rekeyed = { ...stranger, name: 'Between' }
  expect(chain(signer, [await certify(between, root, { isAuthority: false })])).toBe('not-anchored')
  expect(chain(signer, [await certify(renamed, root)])).toBe('not-anchored')
  expect(chain(signer, [await certify(rekeyed, root)])).toBe('not-anchored')
  expect(chain(signer, [await certify(between, root, { signer: stranger })])).toBe('not-anchored')
})

test('E-36 a certificate vouches for itself where it has its own name and its own key', async () => {
  expect(chain(await certify(person, person))).toBe('self-signed')
  expect(chain(await certify(person, stranger, { signer: person }))).toBe('not-anchored')
  expect(chain(await certify(person, person, { signer: stranger }))).toBe('not-anchored')
  expect(chain(anchor)).toBe('anchored')
})
