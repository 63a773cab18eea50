/**
 * Firefox reports a TLS failure to extensions as the sentence of its error page, in the browser's own language, and gives no
 * code. These are parts of NSS's sentences in English and Romanian; in another language the sentence itself is shown.
 */

/** Errors when no certificate was presented or its key failed: wrong PIN, token unplugged, key that cannot sign. */
const NOT_PRESENTED = [
  // SSL_ERROR_HANDSHAKE_FAILURE_ALERT
  'negotiate an acceptable set of security parameters',
  'negocieze un set acceptabil de parametri',
  // SSL_ERROR_NO_CERTIFICATE
  'certificate or key necessary for authentication',
  'certificatul sau cheia necesară pentru autentificare',
  // SSL_ERROR_SIGN_HASHES_FAILURE
  'Unable to digitally sign data',
  'semnat digital datele necesare',
  // SEC_ERROR_NO_TOKEN
  'security card or token does not exist',
  'Cardul de securitate sau codul (token) nu există',
  // SEC_ERROR_BAD_PASSWORD
  'security password entered is incorrect',
  'Parola de securitate introdusă este incorectă',
  // SSL_ERROR_TOKEN_INSERTION_REMOVAL, SEC_ERROR_PKCS11_DEVICE_ERROR and their like, in every language
  'PKCS #11',
  'PKCS#11',
]

/** Errors when the server rejected the certificate: another issuer, expired, revoked. */
const REFUSED = [
  // SSL_ERROR_BAD_CERT_ALERT
  'cannot verify your certificate',
  'nu îți poate verifica certificatul',
  // SSL_ERROR_REVOKED_CERT_ALERT, SSL_ERROR_EXPIRED_CERT_ALERT
  'rejected your certificate',
  'respins certificatul ca fiind',
  // SSL_ERROR_UNSUPPORTED_CERT_ALERT
  'support certificates of the type it received',
  'nu acceptă certificate de tipul primit',
  // SSL_ERROR_CERTIFICATE_UNKNOWN_ALERT
  'issue with the certificate it received',
  'problemă nespecificată cu certificatul primit',
  // SSL_ERROR_UNKNOWN_CA_ALERT
  'trust the CA that issued your certificate',
  'care a emis certificatul dumneavoastră',
  // SSL_ERROR_ACCESS_DENIED_ALERT
  'received a valid certificate, but access was denied',
  'certificat valid, dar accesul a fost refuzat',
]

/** The reason why a certificate visit failed, if Firefox's error says that it was the person's certificate. */
export function certificateProblemOf(error: string): 'certificate-not-presented' | 'certificate-refused' | undefined {
  if (NOT_PRESENTED.some(part => error.includes(part))) return 'certificate-not-presented'
  return REFUSED.some(part => error.includes(part)) ? 'certificate-refused' : undefined
}
