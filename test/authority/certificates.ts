// The X.509 library resolves its parts through decorators, which need this first.
import 'reflect-metadata'
import { randomBytes, webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const
const DAY = 86_400_000

export type Issued = {
  commonName: string
  /** Of the certificate, as OpenSSL writes it: upper-case hex digits. */
  serialNumber: string
  certificatePem: string
  certificateDer: Buffer
  /** PKCS#8. */
  privateKeyPem: string
  privateKeyDer: Buffer
}

export type CertificateAuthority = {
  readonly commonName: string
  readonly certificatePem: string
  /**
   * For these names, `localhost`, `*.localhost`, and these addresses (127.0.0.1 when absent). OpenSSL and Node take no
   * wildcard of two labels.
   */
  issueServerCertificate(names: readonly string[], addresses?: readonly string[]): Promise<Issued>
  /** A person's qualified certificate, RSA 2048; enrolling it in the world is another step. */
  issueClientCertificate(subject: ClientSubject): Promise<Issued>
  /** What the ministry signs documents with, RSA 2048. */
  issueSigningCertificate(): Promise<Issued>
}

export type ClientSubject = {
  commonName: string
  /** Hex digits, without a leading zero; random when absent. */
  serialNumber?: string
  /** In a year when absent; it began a day ago, or a day before its end. */
  validUntil?: Date
}

/** A root of its own, made anew by each process: nothing that trusts it outlives the process. */
export async function createCertificateAuthority(commonName: string): Promise<CertificateAuthority> {
  x509.cryptoProvider.set(webcrypto as unknown as Crypto)
  const keys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify'])
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerial(),
    name: [{ C: ['RO'] }, { O: ['Autoritate de test'] }, { CN: [commonName] }],
    ...validity(),
    signingAlgorithm: EC,
    keys: keys as unknown as CryptoKeyPair,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey as unknown as CryptoKey),
    ],
  })

  const issue = async (
    name: string,
    pairToCome: Promise<webcrypto.CryptoKeyPair>,
    serialNumber: string,
    extensions: x509.Extension[],
    validUntil?: Date,
  ): Promise<Issued> => {
    const pair = await pairToCome
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber,
      subject: [{ C: ['RO'] }, { CN: [name] }],
      issuer: root.subjectName,
      ...validity(validUntil),
      publicKey: pair.publicKey as unknown as CryptoKey,
      signingKey: keys.privateKey as unknown as CryptoKey,
      signingAlgorithm: EC,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey as unknown as CryptoKey),
        await x509.SubjectKeyIdentifierExtension.create(pair.publicKey as unknown as CryptoKey),
        ...extensions,
      ],
    })
    const privateKeyDer = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', pair.privateKey))
    return {
      commonName: name,
      serialNumber: certificate.serialNumber.toUpperCase(),
      certificatePem: `${certificate.toString('pem')}\n`,
      certificateDer: Buffer.from(certificate.rawData),
      privateKeyPem: `${x509.PemConverter.encode(privateKeyDer, 'PRIVATE KEY')}\n`,
      privateKeyDer,
    }
  }

  const { digitalSignature, keyEncipherment, nonRepudiation } = x509.KeyUsageFlags
  return {
    commonName,
    certificatePem: `${root.toString('pem')}\n`,
    issueServerCertificate: (names, addresses = ['127.0.0.1']) =>
      issue('localhost', generatePair(EC), randomSerial(), [
        new x509.SubjectAlternativeNameExtension([
          ...['localhost', '*.localhost', ...names].map(value => ({ type: 'dns' as const, value })),
          ...addresses.map(value => ({ type: 'ip' as const, value })),
        ]),
        new x509.KeyUsagesExtension(digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      ]),
    issueClientCertificate: ({ commonName: name, serialNumber = randomSerial(), validUntil }) => {
      const usages = [
        new x509.KeyUsagesExtension(digitalSignature | nonRepudiation | keyEncipherment, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
      ]
      return issue(name, nextClientPair(), serialNumber, usages, validUntil)
    },
    issueSigningCertificate: () =>
      issue('Ministerul Finanțelor (test)', generatePair(RSA), randomSerial(), [
        new x509.KeyUsagesExtension(digitalSignature | nonRepudiation, true),
      ]),
  }
}

const generatePair = (algorithm: typeof EC | typeof RSA) =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>

/** An RSA key takes a tenth of a second of the processor: a process makes this many, which its clients take in turn. */
const CLIENT_PAIRS = 3
const clientPairs: Promise<webcrypto.CryptoKeyPair>[] = []
let turn = 0

function nextClientPair(): Promise<webcrypto.CryptoKeyPair> {
  const index = turn++ % CLIENT_PAIRS
  const pair = clientPairs[index] ?? generatePair(RSA)
  clientPairs[index] = pair
  return pair
}

/** Wide enough for tests that move the authority's clock; certificates are checked by real clocks. */
function validity(until = new Date(Date.now() + 365 * DAY)): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Math.min(Date.now(), until.getTime()) - DAY), notAfter: until }
}

/** 16 hex digits of a positive number. */
function randomSerial(): string {
  const bytes = randomBytes(8)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.toString('hex')
}
