import { X509Certificate } from 'node:crypto'
import type { PKCS11 } from 'pkcs11js'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** PKCS#11 2.40, which pkcs11js names the same. */
const CKF_SERIAL_SESSION = 4
const CKF_LOGIN_REQUIRED = 0x4
const CKF_USER_PIN_COUNT_LOW = 0x1_0000
const CKF_USER_PIN_FINAL_TRY = 0x2_0000
const CKF_USER_PIN_LOCKED = 0x4_0000
const CKA_CLASS = 0
const CKA_VALUE = 0x11
const CKA_CERTIFICATE_TYPE = 0x80
const CKA_ID = 0x102
const CKO_CERTIFICATE = 1
const CKC_X_509 = 0
/** Most certificates of a token that are read. */
const MOST_CERTIFICATES = 32
/** RFC 5280: a certificate whose extended key usage lacks it is not for this. */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'

/** What a token says of itself about its PIN. `last`: one more wrong one locks it. */
export type PinState = 'none' | 'asked' | 'low' | 'last' | 'locked'

/** A certificate on a token, with what names its key to the engine. */
export type TokenCertificate = {
  certificate: X509Certificate
  id: Buffer
  token: { label: string; serialNumber: string; pin: PinState }
}

/**
 * Loads the driver into this process and reads the certificates that may be shown to a server, without a PIN. Throws
 * `token-reader-missing` and `token-driver-unusable`.
 */
export async function readToken(driver: string): Promise<TokenCertificate[]> {
  const library = await import('pkcs11js').catch(() => undefined) // no build of it for this system
  if (!library) throw new RecipisaError('token-reader-missing')
  const module = new library.default.PKCS11()
  try {
    module.load(driver)
    module.C_Initialize()
    // It stays loaded: the engine, which uses it next, takes it as it is, and some drivers crash when they are finalized.
    return module.C_GetSlotList(true).flatMap(slot => certificatesIn(module, slot) ?? [])
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new RecipisaError('token-driver-unusable', { path: driver, problem }, { cause })
  }
}

/** The certificate with this serial number, or the only valid one. Throws `token-certificate-missing` or `-ambiguous`. */
export function chooseCertificate(
  found: readonly TokenCertificate[],
  serial: string | null,
  now: number,
): TokenCertificate {
  const wanted = serial?.toUpperCase().replace(/^0+/, '')
  const fitting = found.filter(({ certificate }) => {
    if (wanted !== undefined) return serialOf(certificate) === wanted
    const usages = certificate.keyUsage as string[] | undefined
    const isForThis = usages === undefined || usages.includes(CLIENT_AUTH)
    return isForThis && !certificate.ca && Date.parse(certificate.validTo) > now
  })
  const [chosen, ...others] = fitting
  if (!chosen) throw new RecipisaError('token-certificate-missing', { serial: serial ?? '–' })
  if (others.length > 0) {
    const serials = fitting.map(({ certificate }) => serialOf(certificate)).join(', ')
    throw new RecipisaError('token-certificate-ambiguous', { serials })
  }
  return chosen
}

/** As OpenSSL writes it, without leading zeros. */
export const serialOf = ({ serialNumber }: X509Certificate): string => serialNumber.toUpperCase().replace(/^0+/, '')

/** Undefined for a token that cannot be read now: it is being pulled out, or was never initialized. */
function certificatesIn(module: PKCS11, slot: Buffer): TokenCertificate[] | undefined {
  try {
    return read(module, slot)
  } catch {
    return undefined
  }
}

function read(module: PKCS11, slot: Buffer): TokenCertificate[] {
  const { label, serialNumber, flags } = module.C_GetTokenInfo(slot)
  const token = { label: trimmed(label), serialNumber: trimmed(serialNumber), pin: pinStateOf(flags) }
  const session = module.C_OpenSession(slot, CKF_SERIAL_SESSION)
  module.C_FindObjectsInit(session, [
    { type: CKA_CLASS, value: CKO_CERTIFICATE },
    { type: CKA_CERTIFICATE_TYPE, value: CKC_X_509 },
  ])
  const found: TokenCertificate[] = []
  for (let at = 0; at < MOST_CERTIFICATES; at++) {
    const object = module.C_FindObjects(session)
    if (!object) break
    const [value, id] = module.C_GetAttributeValue(session, object, [{ type: CKA_VALUE }, { type: CKA_ID }])
    if (!Buffer.isBuffer(value?.value) || !Buffer.isBuffer(id?.value)) continue
    found.push({ certificate: new X509Certificate(value.value), id: id.value, token })
  }
  module.C_FindObjectsFinal(session)
  module.C_CloseSession(session)
  return found
}

function pinStateOf(flags: number): PinState {
  if (flags & CKF_USER_PIN_LOCKED) return 'locked'
  if (flags & CKF_USER_PIN_FINAL_TRY) return 'last'
  if (flags & CKF_USER_PIN_COUNT_LOW) return 'low'
  return flags & CKF_LOGIN_REQUIRED ? 'asked' : 'none'
}

/** PKCS#11 fills its texts with blanks, some drivers with zeros. */
const trimmed = (text: string): string => text.replace(/\0.*$/s, '').trim()
