import type { PKCS11 } from 'pkcs11js'
import {
  LONGEST_CERTIFICATE,
  MOST_CERTIFICATES,
  MOST_TOKENS,
  type ModuleReport,
  type ReadToken,
} from './module-report.ts'

/** PKCS#11 2.40, which pkcs11js names the same. */
const CKF_SERIAL_SESSION = 4
const CKA_CLASS = 0
const CKA_VALUE = 0x11
const CKA_CERTIFICATE_TYPE = 0x80
const CKO_CERTIFICATE = 1
const CKC_X_509 = 0

/**
 * Loads a PKCS#11 module into this process and reads the certificates of its tokens, without a PIN (H-11). The module is
 * foreign code that may hang or crash the process: only a process of its own may call this (`read-module.ts`).
 */
export async function loadModule(path: string): Promise<ModuleReport> {
  const library = await import('pkcs11js').catch(() => undefined) // no build of it for this system
  if (!library) return { problem: 'no build of the library for this system', isReaderMissing: true }
  const module = new library.default.PKCS11()
  try {
    module.load(path)
    module.C_Initialize()
    const slots = module.C_GetSlotList(true).slice(0, MOST_TOKENS)
    return { tokens: slots.flatMap(slot => readToken(module, slot) ?? []) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), isReaderMissing: false }
  }
  // The process ends now. Some modules crash when they are finalized.
}

/** Undefined for a token that cannot be read now: it is being pulled out, or was never initialized. */
function readToken(module: PKCS11, slot: Buffer): ReadToken | undefined {
  try {
    const label = module.C_GetTokenInfo(slot).label.replace(/\0.*$/s, '').trim()
    const session = module.C_OpenSession(slot, CKF_SERIAL_SESSION)
    const certificates: string[] = []
    module.C_FindObjectsInit(session, [
      { type: CKA_CLASS, value: CKO_CERTIFICATE },
      { type: CKA_CERTIFICATE_TYPE, value: CKC_X_509 },
    ])
    for (let at = 0; at < MOST_CERTIFICATES; at++) {
      const object = module.C_FindObjects(session)
      if (!object) break
      const [attribute] = module.C_GetAttributeValue(session, object, [{ type: CKA_VALUE }])
      const value = attribute?.value
      if (Buffer.isBuffer(value) && value.length <= LONGEST_CERTIFICATE) certificates.push(value.toString('base64'))
    }
    return { label, certificates }
  } catch {
    return undefined
  }
}
