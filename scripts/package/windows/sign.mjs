// Signs a file for Windows if a certificate is given:
//   RECIPISA_SIGNING_CERTIFICATE     a PKCS#12 file
//   RECIPISA_SIGNING_PASSWORD_FILE   a file with its password: everybody can read a command line
//   RECIPISA_SIGNING_TIMESTAMP       address of a timestamp service; without one the signature ends with the certificate
import { rename } from 'node:fs/promises'
import { PRODUCT } from '../../../shared/domain/product.ts'
import { Failed, runOrFail } from '../../tools.mjs'

/** Signs the file in place. Returns false, and leaves the file as it is, without a certificate. */
export async function sign(file, env = process.env) {
  const { RECIPISA_SIGNING_CERTIFICATE: certificate, RECIPISA_SIGNING_PASSWORD_FILE: password } = env
  if (!certificate) return false
  if (!password)
    throw new Failed('RECIPISA_SIGNING_PASSWORD_FILE must name a file with the password of the certificate')
  const timestamp = env.RECIPISA_SIGNING_TIMESTAMP
  const signed = `${file}.signed`
  await runOrFail(
    'osslsigncode',
    [
      ...['sign', '-pkcs12', certificate, '-readpass', password, '-h', 'sha256', '-n', PRODUCT],
      ...(timestamp ? ['-ts', timestamp] : []),
      ...['-in', file, '-out', signed],
    ],
    { quiet: true },
  )
  await rename(signed, file)
  return true
}
