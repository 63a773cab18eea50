import type { roCertificate } from '../ro/certificate.ts'
import type { SameKeys } from '../translate.ts'

/** English texts of access with the certificate on each call. */
export const enCertificate: SameKeys<typeof roCertificate> = {
  'access-title': 'How you reach e-Factura',
  'access-certificate': 'With the certificate alone',
  'access-certificate-hint':
    "Nothing has to be registered in ANAF's portal. The browser asks for the certificate once after each start, and makes the calls while it is open.",
  'access-oauth': 'Connect once for 90 days',
  'access-oauth-hint':
    "Needs an OAuth application in ANAF's portal. In return the certificate is rarely shown, and scheduled syncs and the command line work with the browser closed.",
  'access-firefox': 'In Firefox invoices are uploaded with the second way only; reading works with both.',
  'certificate-choose': 'Choose the certificate',
  'certificate-choose-again': 'Try again',
  'certificate-choosing': 'Choose the certificate',
  'certificate-choosing-hint':
    'The browser asks which certificate you use for e-Factura. If it is on a token, plug it in and type the PIN.',
  'certificate-chosen': 'The certificate is chosen',
  'certificate-chosen-hint': 'Recipisa uses it for e-Factura until you close the browser.',
  'certificate-page-done': 'You may close this page.',
  'certificate-not-chosen': 'No certificate was chosen',
  'certificate-ready': 'Certificate chosen',
  'certificate-unchosen': 'Certificate to choose',
  'certificate-stop': 'Stop using it',
  'certificate-stop-hint':
    'The browser itself forgets the choice when it is closed; then another certificate can be chosen.',
  'certificate-needed': 'The browser asks for the certificate again',
  'certificate-needed-hint': 'The sync is waiting. Once you have chosen, it continues where it stopped.',
  'first-certificate': 'Choose the certificate for e-Factura',
  'first-certificate-hint':
    'The browser asks for it once after each start. If it is on a USB token, plug that in first.',
  'guide-application-unneeded': 'This way needs no OAuth application.',
  'upload-certificate': 'Choose the certificate to upload.',
}
