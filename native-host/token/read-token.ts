import { X509Certificate } from 'node:crypto'
import { serialKey } from '../../shared/domain/certificates.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { MOST_TOKENS } from '../certificates/module-report.ts'
import { readTokens, type TokenObjects, trimmed } from '../certificates/token-objects.ts'

/** PKCS#11 2.40. */
const CKF_LOGIN_REQUIRED = 0x4
const CKF_USER_PIN_COUNT_LOW = 0x1_0000
const CKF_USER_PIN_FINAL_TRY = 0x2_0000
const CKF_USER_PIN_LOCKED = 0x4_0000
/** RFC 5280: a certificate whose extended key usage lacks this cannot authenticate a client. */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'

/** The PIN state that a token reports. `last`: one more wrong PIN locks it. */
export type PinState = 'none' | 'asked' | 'low' | 'last' | 'locked'

/** A certificate on a token, with the engine's name for its key. */
export type TokenCertificate = {
  certificate: X509Certificate
  id: Buffer
  token: { label: string; serialNumber: string; pin: PinState }
}

/**
 * Loads the driver into this process and reads the certificates usable for a server, without a PIN. Throws
 * `token-reader-missing` and `token-driver-unusable`.
 */
export async function readToken(driver: string): Promise<TokenCertificate[]> {
  let tokens: TokenObjects[] | undefined
  try {
    // The driver stays loaded: the engine uses it next, as it is.
    tokens = await readTokens(driver, MOST_TOKENS)
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new RecipisaError('token-driver-unusable', { path: driver, problem }, { cause })
  }
  if (!tokens) throw new RecipisaError('token-reader-missing')
  return tokens.flatMap(certificatesIn)
}

/**
 * The certificate with this serial number, or the only one for this use; none that is past its end. Throws
 * `token-certificate-missing` or `-ambiguous`.
 */
export function chooseCertificate(
  found: readonly TokenCertificate[],
  serial: string | null,
  now: number,
): TokenCertificate {
  const wanted = serial === null ? undefined : serialKey(serial)
  const fitting = distinct(found).filter(({ certificate }) => {
    // A useless PIN prompt is a risk: a few wrong ones lock the token.
    if (Date.parse(certificate.validTo) <= now) return false
    if (wanted !== undefined) return serialOf(certificate) === wanted
    const usages = certificate.keyUsage as string[] | undefined
    return (usages === undefined || usages.includes(CLIENT_AUTH)) && !certificate.ca
  })
  const [chosen, ...others] = fitting
  if (!chosen) throw new RecipisaError('token-certificate-missing', { serial: serial ?? '–' })
  if (others.length > 0) {
    const serials = fitting.map(({ certificate }) => serialOf(certificate)).join(', ')
    throw new RecipisaError('token-certificate-ambiguous', { serials })
  }
  return chosen
}

/**
 * Each certificate once. Some tokens show one twice, and a card may show one in two slots with a PIN each: the entry
 * whose PIN is in the least danger goes first, then one with the id of its key.
 */
function distinct(found: readonly TokenCertificate[]): TokenCertificate[] {
  const entries = new Map<string, TokenCertificate>()
  for (const entry of found) {
    const { fingerprint256 } = entry.certificate
    const other = entries.get(fingerprint256)
    if (!other || rankOf(entry) < rankOf(other)) entries.set(fingerprint256, entry)
  }
  return [...entries.values()]
}

const PIN_RANKS: Readonly<Record<PinState, number>> = { none: 0, asked: 0, low: 0, last: 2, locked: 4 }
const rankOf = ({ id, token }: TokenCertificate): number => PIN_RANKS[token.pin] + (id.length > 0 ? 0 : 1)

export const serialOf = ({ serialNumber }: X509Certificate): string => serialKey(serialNumber)

function certificatesIn({ info: { label, serialNumber, flags }, certificates }: TokenObjects): TokenCertificate[] {
  const token = { label: trimmed(label), serialNumber: trimmed(serialNumber), pin: pinStateOf(flags) }
  return certificates.flatMap(({ der, id }) => {
    const certificate = parsed(der)
    return certificate ? [{ certificate, id, token }] : []
  })
}

function parsed(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der)
  } catch {
    return undefined // not a certificate, whatever the token calls it
  }
}

function pinStateOf(flags: number): PinState {
  if (flags & CKF_USER_PIN_LOCKED) return 'locked'
  if (flags & CKF_USER_PIN_FINAL_TRY) return 'last'
  if (flags & CKF_USER_PIN_COUNT_LOW) return 'low'
  return flags & CKF_LOGIN_REQUIRED ? 'asked' : 'none'
}
