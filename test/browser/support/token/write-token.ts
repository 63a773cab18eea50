/**
 * Initialises a token and puts key, certificate and public key on it. It is a program of its own because SoftHSM reads
 * SOFTHSM2_CONF from the environment of its process. It reads a TokenOrder as JSON on stdin: no PIN is on a command line.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { text } from 'node:stream/consumers'
import pkcs11 from 'pkcs11js'
import { certificateFields } from './certificate-fields.ts'
import type { TokenOrder } from './token.ts'

const order: TokenOrder = JSON.parse(await text(process.stdin))
const certificate = new X509Certificate(order.certificate)
const fields = certificateFields(certificate.raw)
const key = createPrivateKey(order.privateKey).export({ format: 'jwk' })
const number = (value: string | undefined) => Buffer.from(value ?? '', 'base64url')

const module = new pkcs11.PKCS11()
module.load(order.module)
module.C_Initialize()
try {
  const slot = module.C_GetSlotList(true).at(-1)
  if (slot === undefined) throw new Error('SoftHSM has no slot')
  // PKCS#11 wants the label filled with blanks to 32 bytes; the library would fill it with zeros.
  module.C_InitToken(slot, order.soPin, order.label.padEnd(32))
  // An initialised token moves to a slot of its own.
  const ours = module.C_GetSlotList(true).find(each => module.C_GetTokenInfo(each).label.trim() === order.label)
  if (ours === undefined) throw new Error('SoftHSM lost the new token')
  const session = module.C_OpenSession(ours, pkcs11.CKF_SERIAL_SESSION | pkcs11.CKF_RW_SESSION)
  module.C_Login(session, pkcs11.CKU_SO, order.soPin)
  module.C_InitPIN(session, order.pin)
  module.C_Logout(session)
  module.C_Login(session, pkcs11.CKU_USER, order.pin)

  const common = [
    { type: pkcs11.CKA_TOKEN, value: true },
    { type: pkcs11.CKA_ID, value: Buffer.from([1]) },
    { type: pkcs11.CKA_LABEL, value: order.label },
  ]
  module.C_CreateObject(session, [
    ...common,
    { type: pkcs11.CKA_CLASS, value: pkcs11.CKO_PRIVATE_KEY },
    { type: pkcs11.CKA_KEY_TYPE, value: pkcs11.CKK_RSA },
    // A private object is visible only after login: false gives a key that asks for no PIN.
    { type: pkcs11.CKA_PRIVATE, value: order.keyAsksForPin },
    { type: pkcs11.CKA_SENSITIVE, value: order.keyAsksForPin },
    { type: pkcs11.CKA_EXTRACTABLE, value: false },
    { type: pkcs11.CKA_SIGN, value: true },
    { type: pkcs11.CKA_MODULUS, value: number(key.n) },
    { type: pkcs11.CKA_PUBLIC_EXPONENT, value: number(key.e) },
    { type: pkcs11.CKA_PRIVATE_EXPONENT, value: number(key.d) },
    { type: pkcs11.CKA_PRIME_1, value: number(key.p) },
    { type: pkcs11.CKA_PRIME_2, value: number(key.q) },
    { type: pkcs11.CKA_EXPONENT_1, value: number(key.dp) },
    { type: pkcs11.CKA_EXPONENT_2, value: number(key.dq) },
    { type: pkcs11.CKA_COEFFICIENT, value: number(key.qi) },
  ])
  module.C_CreateObject(session, [
    ...common,
    { type: pkcs11.CKA_CLASS, value: pkcs11.CKO_CERTIFICATE },
    { type: pkcs11.CKA_CERTIFICATE_TYPE, value: pkcs11.CKC_X_509 },
    { type: pkcs11.CKA_PRIVATE, value: false },
    { type: pkcs11.CKA_VALUE, value: certificate.raw },
    { type: pkcs11.CKA_SUBJECT, value: fields.subject },
    { type: pkcs11.CKA_ISSUER, value: fields.issuer },
    { type: pkcs11.CKA_SERIAL_NUMBER, value: fields.serialNumber },
  ])
  // Without the public key NSS does not pair certificate and key.
  module.C_CreateObject(session, [
    ...common,
    { type: pkcs11.CKA_CLASS, value: pkcs11.CKO_PUBLIC_KEY },
    { type: pkcs11.CKA_KEY_TYPE, value: pkcs11.CKK_RSA },
    { type: pkcs11.CKA_PRIVATE, value: false },
    { type: pkcs11.CKA_VERIFY, value: true },
    { type: pkcs11.CKA_MODULUS, value: number(key.n) },
    { type: pkcs11.CKA_PUBLIC_EXPONENT, value: number(key.e) },
  ])
  module.C_Logout(session)
  module.C_CloseSession(session)
} finally {
  module.C_Finalize()
  module.close()
}
