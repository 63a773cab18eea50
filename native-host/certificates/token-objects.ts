import type { PKCS11 } from 'pkcs11js'
import { MOST_CERTIFICATES } from './module-report.ts'

/** PKCS#11 2.40, under the same names in pkcs11js. */
const CKF_SERIAL_SESSION = 4
const CKA_CLASS = 0
const CKA_VALUE = 0x11
const CKA_CERTIFICATE_TYPE = 0x80
const CKA_ID = 0x102
const CKO_CERTIFICATE = 1
const CKC_X_509 = 0

/**
 * A token's own labels, as the driver writes them, and its X.509 certificates: their DER, and the ids of their keys.
 */
export type TokenObjects = {
  info: ReturnType<PKCS11['C_GetTokenInfo']>
  certificates: { der: Buffer; id: Buffer }[]
}

/**
 * Loads a PKCS#11 module into this process and reads its tokens, at most `most`, without a PIN (H-11). The module is
 * foreign code that may hang or crash the process: only a separate process may call this. Undefined if this system has
 * no build of the library; throws the module's own errors. It stays loaded, because some modules crash when they are
 * finalized.
 */
export async function readTokens(path: string, most: number): Promise<TokenObjects[] | undefined> {
  const library = await import('pkcs11js').catch(() => undefined) // no build for this system
  if (!library) return undefined
  const module = new library.default.PKCS11()
  module.load(path)
  module.C_Initialize()
  const slots = module.C_GetSlotList(true).slice(0, most)
  return slots.flatMap(slot => readToken(module, slot) ?? [])
}

/** Undefined for a token that is unreadable now: it is being pulled out, or was never initialized. */
function readToken(module: PKCS11, slot: Buffer): TokenObjects | undefined {
  try {
    const info = module.C_GetTokenInfo(slot)
    const session = module.C_OpenSession(slot, CKF_SERIAL_SESSION)
    module.C_FindObjectsInit(session, [
      { type: CKA_CLASS, value: CKO_CERTIFICATE },
      { type: CKA_CERTIFICATE_TYPE, value: CKC_X_509 },
    ])
    const certificates: TokenObjects['certificates'] = []
    for (let at = 0; at < MOST_CERTIFICATES; at++) {
      const object = module.C_FindObjects(session)
      if (!object) break
      const [der, id] = module.C_GetAttributeValue(session, object, [{ type: CKA_VALUE }, { type: CKA_ID }])
      if (Buffer.isBuffer(der?.value) && Buffer.isBuffer(id?.value)) certificates.push({ der: der.value, id: id.value })
    }
    module.C_FindObjectsFinal(session)
    module.C_CloseSession(session)
    return { info, certificates }
  } catch {
    return undefined
  }
}

/** PKCS#11 fills its texts with blanks, some drivers with zeros. */
export const trimmed = (text: string): string => text.replace(/\0.*$/s, '').trim()
