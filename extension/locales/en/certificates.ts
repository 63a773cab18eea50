import type { roCertificates } from '../ro/certificates.ts'
import type { SameKeys } from '../translate.ts'

/** English texts of certificates: those of the computer, calls with one, and the one sign-in; the rest is in en.ts. */
export const enCertificates: SameKeys<typeof roCertificates> = {
  'certificates-title': 'Certificates',
  'certificates-hint':
    'The certificates on the tokens that are plugged in, read without a PIN, and those that you have signed in with. You are told 60, 30 and 7 days and one day before they expire.',
  'certificates-reading': 'Reading the tokens…',
  'certificates-read-again': 'Read again',
  'certificates-none': 'No certificate found. Plug the token in and press “Read again”.',
  'certificate-unnamed': 'Certificate with serial {serial}',
  'certificate-serial': 'Serial',
  'certificate-issuer': 'Issuer',
  'certificate-validity': 'Valid',
  'certificate-from-to': '{from} – {to}',
  'certificate-usages': 'Key usage',
  'certificate-usage-digital-signature': 'digital signature',
  'certificate-usage-non-repudiation': 'non-repudiation',
  'certificate-usage-key-encipherment': 'key encipherment',
  'certificate-usage-client-auth': 'authentication',
  'certificate-token': 'Token',
  'certificate-not-present': 'not plugged in',
  'certificate-used-for': 'Used for',
  'certificate-use-e-invoicing': 'e-Factura',
  'certificate-use-mailbox': 'SPV',
  'certificate-companies': 'Companies',
  'certificate-state-valid': 'valid',
  'certificate-state-expired': 'expired',
  'certificate-state-not-yet-valid': 'not valid yet',
  'certificate-state-unknown': 'not read from a token',
  'certificate-forget': 'Remove from the list',
  'certificate-modules': 'Token drivers (PKCS#11)',
  'certificate-modules-none': 'No token driver was found.',
  'certificate-module-tokens': { one: 'one token', other: '{n} tokens' },
  'certificate-module-remove': 'Remove',
  'certificate-module-add': 'Add a driver',
  'certificate-module-add-hint': "Full path of the PKCS#11 library, from the certificate's issuer.",
  'certificate-module-add-do': 'Add',
  'certificate-module-adding': 'Reading…',
  'certificate-module-add-problem': 'Enter the full path of the library.',
  'certificate-ends': {
    one: 'The certificate {holder} expires in one day, on {day}.',
    other: 'The certificate {holder} expires in {n} days, on {day}.',
  },
  'certificate-ends-today': 'The certificate {holder} expires today, at {time}.',
  'certificate-renew': 'Renew it with its issuer and register the new one with ANAF before it expires.',

  // calls with the certificate
  'access-title': 'How you reach e-Factura',
  'access-certificate': 'With the certificate alone',
  'access-certificate-hint':
    "Nothing has to be registered in ANAF's portal. The browser asks for the certificate once after each start, and makes the calls while it is open.",
  'access-oauth': 'Connect once a year',
  'access-oauth-hint':
    "Needs an OAuth application in ANAF's portal. In return the certificate is rarely shown, and scheduled syncs and the command line work with the browser closed.",
  'access-firefox': 'In Firefox invoices are uploaded with the second way only; reading works with both.',
  'certificate-choose-again': 'Try again',
  'certificate-choosing': 'Choose the certificate',
  'certificate-choosing-hint':
    'The browser asks which certificate you use for e-Factura. If it is on a token, plug it in and type the PIN.',
  'certificate-chosen': 'The certificate is chosen',
  'certificate-chosen-hint': 'Recipisa uses it for e-Factura until you close the browser.',
  'certificate-page-done': 'You may close this page.',
  'certificate-not-chosen': 'No certificate was chosen',
  'certificate-stop': 'Stop using it',
  'certificate-stop-hint':
    'The browser itself forgets the choice when it is closed; then another certificate can be chosen.',
  'first-certificate': 'Choose the certificate for e-Factura',
  'first-certificate-hint':
    'The browser asks for the certificate once after each start. If it is on a USB token, plug that in first.',
  'guide-application-unneeded': 'This way needs no OAuth application.',
  'upload-certificate': 'Choose the certificate to upload.',

  // the one sign-in
  'round-title': 'Sign-in',
  'round-done': 'You are signed in',
  'round-partly': 'The sign-in is not complete',
  'round-hint':
    "ANAF's services are opened in turn in this tab. When the browser asks for the certificate, choose the same one.",
  'round-is-later': 'comes later',
  'round-is-open': 'in progress',
  'round-is-finishing': 'finishing…',
  'round-is-done': 'connected',
  'round-is-there': 'already connected',
  'round-is-left': 'not tried',
  'round-is-failed': 'failed',
  'round-retry': 'Try again: {what}',
}
