import { X509Certificate } from 'node:crypto'
import { serialKey } from '../../shared/domain/certificates.ts'
import type { CertificateFacts, KeyUsage } from '../../shared/protocol/certificates.ts'

/** Bits of the key usage extension that matter to a person (RFC 5280, 4.2.1.3), the first bit first. */
const USAGES: readonly (KeyUsage | undefined)[] = ['digital-signature', 'non-repudiation', 'key-encipherment']
/** Extended key usage: TLS client authentication. */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'
/** The key usage extension's identifier 2.5.29.15 as DER. */
const KEY_USAGE = Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x0f])

/**
 * The facts in a token's certificate. Undefined for an unreadable one, and for an issuer's: tokens carry their issuers'
 * certificates, too.
 */
export function describeCertificate(der: Uint8Array): CertificateFacts | undefined {
  try {
    const certificate = new X509Certificate(der)
    if (certificate.ca) return undefined
    return {
      serial: serialKey(certificate.serialNumber),
      subject: nameIn(certificate.subject),
      issuer: nameIn(certificate.issuer),
      validFrom: certificate.validFromDate.getTime(),
      validUntil: certificate.validToDate.getTime(),
      usages: [...usagesIn(certificate.raw), ...(certificate.keyUsage?.includes(CLIENT_AUTH) ? CLIENT : [])],
    }
  } catch {
    return undefined
  }
}

const CLIENT: readonly KeyUsage[] = ['client-auth']

/** The common name, else the organisation, else the whole name on one line. Node writes one attribute per line. */
function nameIn(distinguishedName: string): string {
  const attribute = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(distinguishedName)?.[1]
  return attribute('CN') ?? attribute('O') ?? distinguishedName.replaceAll('\n', ', ')
}

/** Node gives only the extended key usage. After the identifier come: critical, an octet string, a bit string. */
function usagesIn(der: Buffer): KeyUsage[] {
  const found = der.indexOf(KEY_USAGE)
  if (found < 0) return []
  let at = found + KEY_USAGE.length
  if (der[at] === 0x01) at += 3
  if (der[at] !== 0x04 || der[at + 2] !== 0x03) return []
  const bits = der[at + 5] ?? 0
  return USAGES.filter((usage, bit): usage is KeyUsage => usage !== undefined && (bits & (0x80 >> bit)) !== 0)
}
