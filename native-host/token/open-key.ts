import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { TokenCertificate } from './read-token.ts'
import type { TokenOrder } from './token-frames.ts'

/** `engine`: path of OpenSSL's engine for PKCS#11. */
type KeyOrder = Pick<TokenOrder, 'driver' | 'ca'> & { engine: string }

/**
 * Opens the key of a certificate with OpenSSL's engine for PKCS#11, which tries the PIN only once. All connections of
 * this context sign with that key. Throws `token-pin-wrong`, `token-pin-locked`, `token-pin-expired`
 * or `token-key-unusable`.
 */
export function openKey({ driver, ca, engine }: KeyOrder, found: TokenCertificate, pin: string | null): SecureContext {
  const { certificate, id, token } = found
  process.env.PKCS11_MODULE_PATH = driver
  try {
    return createSecureContext({
      ca: [...getCACertificates('default'), ...(ca === null ? [] : [ca])],
      cert: certificate.toString(),
      privateKeyEngine: engine,
      privateKeyIdentifier: keyUri(token, id, pin),
    })
  } catch (error) {
    // Never pass on the error as a cause, or its message: the underlying library quotes the key's address, including
    // the PIN.
    throw asReason(codeOf(error))
  }
}

/** RFC 7512. */
function keyUri({ label, serialNumber }: TokenCertificate['token'], id: Buffer, pin: string | null): string {
  const idBytes = [...id].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const parts = [`token=${encoded(label)}`, `serial=${encoded(serialNumber)}`, `id=${idBytes}`, 'type=private']
  return `pkcs11:${[...parts, ...(pin === null ? [] : [`pin-value=${encoded(pin)}`])].join(';')}`
}

/** Encodes every byte except letters and digits. */
const encoded = (text: string): string =>
  [...Buffer.from(text)].map(byte => (isPlain(byte) ? String.fromCharCode(byte) : hex(byte))).join('')
const isPlain = (byte: number): boolean => /[A-Za-z0-9]/.test(String.fromCharCode(byte))
const hex = (byte: number): string => `%${byte.toString(16).padStart(2, '0')}`

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'

function asReason(code: string): RecipisaError {
  if (/PIN_LOCKED/.test(code)) return new RecipisaError('token-pin-locked')
  // Neither counts as a wrong try, and no other PIN helps.
  if (/PIN_(EXPIRED|NOT_INITIALIZED)/.test(code)) return new RecipisaError('token-pin-expired')
  if (/PIN/.test(code)) return new RecipisaError('token-pin-wrong')
  return new RecipisaError('token-key-unusable', { problem: code })
}
