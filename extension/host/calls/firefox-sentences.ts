/**
 * Firefox reports a TLS failure to extensions as the sentence of its error page, in the browser's own language, and gives no
 * code. These are parts of NSS's sentences in English and Romanian; in another language the sentence itself is shown. Read
 * in the `nsserrors.properties` of firefox-esr 153.8 and its Romanian language pack; those marked "earlier" are in
 * Mozilla's repository of translations (mozilla-l10n/firefox-l10n).
 */

/** Chromium's packages do without these sentences. */
const IS_CHROMIUM = import.meta.env.CHROME

/** Errors when no certificate was presented or its key failed: wrong PIN, token unplugged, key that cannot sign. */
const NOT_PRESENTED: readonly string[] = IS_CHROMIUM
  ? []
  : [
      // SSL_ERROR_HANDSHAKE_FAILURE_ALERT
      'negotiate an acceptable set of security parameters',
      'negocieze un set acceptabil de parametri',
      // SSL_ERROR_NO_CERTIFICATE
      'certificate or key necessary for authentication',
      'certificatul sau cheia necesară pentru autentificare',
      // SSL_ERROR_SIGN_HASHES_FAILURE
      'Unable to digitally sign data',
      'nu pot fi semnate digital',
      'semnat digital datele necesare', // earlier
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
const REFUSED: readonly string[] = IS_CHROMIUM
  ? []
  : [
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
      'în AC-ul care a emis certificatul',
      // SSL_ERROR_ACCESS_DENIED_ALERT
      'received a valid certificate, but access was denied',
      'certificat valid, dar accesul a fost refuzat',
    ]

/** Errors of the server's own certificate: a program that reads the traffic signed it, or the clock is wrong. */
const UNTRUSTED: readonly string[] = IS_CHROMIUM
  ? []
  : [
      // SEC_ERROR_UNKNOWN_ISSUER, SEC_ERROR_EXPIRED_CERTIFICATE, SEC_ERROR_REVOKED_CERTIFICATE
      'Peer’s Certificate',
      // SEC_ERROR_UNTRUSTED_ISSUER, SEC_ERROR_UNTRUSTED_CERT, SEC_ERROR_BAD_SIGNATURE
      'Peer’s certificate',
      // all six
      'Certificatul partenerului',
      'Emitentul certificatului partenerului',
      // SSL_ERROR_BAD_CERT_DOMAIN
      'does not match the server’s certificate',
      'nu corespunde cu certificatul serverului',
      // SEC_ERROR_EXPIRED_ISSUER_CERTIFICATE
      'certificate issuer’s certificate has expired',
      'Certificatul emitentului certificatului a expirat',
      // SEC_ERROR_CA_CERT_INVALID
      'Issuer certificate is invalid',
      'Certificatul de emitent este',
      // SEC_ERROR_CERT_SIGNATURE_ALGORITHM_DISABLED, not translated
      'signature algorithm that is disabled',
      // MOZILLA_PKIX_ERROR_NOT_YET_VALID_CERTIFICATE, …_INADEQUATE_KEY_SIZE, …_VALIDITY_TOO_LONG and their like
      'The server presented a certificate',
      'Serverul a prezentat un certificat',
      // MOZILLA_PKIX_ERROR_NOT_YET_VALID_ISSUER_CERTIFICATE, …_V1_CERT_USED_AS_CA
      'used to issue the server’s certificate',
      'pentru a emite certificatul serverului',
      // MOZILLA_PKIX_ERROR_CA_CERT_USED_AS_END_ENTITY
      'uses a certificate with a basic constraints extension',
      'folosește un certificat cu o extensie de constrângeri',
      // MOZILLA_PKIX_ERROR_SELF_SIGNED_CERT
      'not trusted because it is self-signed',
      'deoarece este semnat de el însuși',
      // MOZILLA_PKIX_ERROR_KEY_PINNING_FAILURE
      'The server uses key pinning',
      'Serverul folosește fixarea cheilor publice',
      // MOZILLA_PKIX_ERROR_INSUFFICIENT_CERTIFICATE_TRANSPARENCY
      'insufficient certificate transparency information',
      'insuficiente privind transparența certificatului',
      // MOZILLA_PKIX_ERROR_ISSUER_NO_LONGER_TRUSTED
      'issued the certificate was distrusted',
      'care a emis certificatul nu era de încredere',
    ]

/** The reason of a failure, if Firefox's error says that it was the person's certificate. */
export function certificateProblemOf(error: string): 'certificate-not-presented' | 'certificate-refused' | undefined {
  if (NOT_PRESENTED.some(part => error.includes(part))) return 'certificate-not-presented'
  return REFUSED.some(part => error.includes(part)) ? 'certificate-refused' : undefined
}

/** Whether Firefox's error says that the server's own certificate is not trusted. */
export const saysUntrusted = (error: string): boolean => UNTRUSTED.some(part => error.includes(part))
