import type { roFirstRun } from '../ro/first-run.ts'
import type { SameKeys } from '../translate.ts'

/** English texts of a newcomer's steps, in the guide and in the panel. */
export const enFirstRun: SameKeys<typeof roFirstRun> = {
  'guide-back': 'Back to the guide',
  'guide-title': 'Getting started with Recipisa',
  'guide-intro': 'From the installation to the first invoice. Each step ticks itself off when it is done.',
  'guide-done': { one: '{n} of {total} steps done.', other: '{n} of {total} steps done.' },
  'guide-next': 'Next: {step}.',
  'guide-finished': 'Everything is set up.',
  'guide-later': 'Opens after the step “{step}”.',
  'guide-copy': 'Copy: {name}',
  'step-is-done': 'Done',
  'step-is-now': 'Now',
  'step-is-wrong': 'To be fixed',
  'step-is-unproven': 'Checked at sign-in',
  'step-is-later': 'Later',

  'step-program': 'The local program',
  'guide-program-why':
    'The extension needs a program on this computer. It talks to ANAF, keeps the documents and finds them again; the browser alone cannot.',
  'guide-program-watch': 'This page looks for it every few seconds; there is no need to reload it.',
  'guide-program-found': 'The local program answers. Version {version}.',
  'guide-download-windows': 'Download for Windows',
  'guide-download-macos': 'Download for macOS',
  'guide-download-linux': 'Download for Linux',
  'guide-install-windows':
    'Open the file {file} in Downloads; it needs no administrator rights. If Windows warns that it does not know the publisher (SmartScreen), press “More info”, then the button that runs it anyway.',
  'guide-install-macos': 'Unpack {file} and run install.sh from its folder. It needs no administrator rights.',
  'guide-install-linux':
    "Install {file} with the system's package manager. On other distributions, unpack the archive beside it and run install.sh from its folder.",
  'guide-no-installer': 'There is no local program for this system: Recipisa works on Windows, macOS and Linux.',
  'guide-developers': 'For developers',
  'guide-developers-command': "the command in the project's folder",
  'host-older':
    'The local program ({host}) is older than the extension ({extension}). What works now goes on working; update it for the new features.',
  'host-older-how': 'How to update it',

  'step-free': 'What works without e-Factura',
  'guide-free':
    'Looking companies up in the public registers and validating XML files works already, without a certificate or an account. SPV messages and declarations need the certificate alone. Only invoices also need the access to e-Factura.',
  'guide-free-lookup': 'Look a company up',
  'guide-free-check': 'Validate an XML',

  'step-certificate': 'The certificate',
  'guide-certificate':
    'You need the qualified digital certificate that you use for SPV. The browser reads it, not the local program.',
  'guide-certificate-token': 'If it is on a USB token: plug it in, and install the program that came from its vendor.',
  'guide-certificate-windows':
    "On Windows, the browser takes it from the system's certificates. There is nothing to set up here.",
  'guide-certificate-macos': 'On macOS, the browser takes it from the keychain. There is nothing to set up here.',
  'guide-certificate-linux':
    "On Linux, the browser has to know the token's module; the vendor's documentation shows how.",
  'guide-certificate-try': 'If you can enter SPV from this browser, the certificate is ready.',

  'step-rights': 'The rights in SPV',
  'guide-rights':
    "ANAF gives a company's documents only to people who have rights for it in SPV: its legal representative, a designated one, or an authorised person.",
  'guide-rights-form':
    'The rights are requested by form 150 (formularul 150), for each company, signed with the certificate.',
  'guide-rights-where':
    'It is filed at www.anaf.ro, under Servicii online › Înregistrare utilizatori › Persoane juridice. If you see the company in SPV, you have the rights already.',

  'step-application': 'The way to e-Factura',
  'guide-application':
    'ANAF wants the access to e-Factura registered in its portal, as an “application”. This is done once.',
  'guide-application-optional':
    'SPV messages, declarations and the registers work without this step; you can come back to it later.',
  'guide-application-developer':
    'At www.anaf.ro, under Servicii online › Înregistrare utilizatori › Dezvoltatori aplicații, register with the certificate. ANAF sends a code by e-mail.',
  'guide-application-form': 'Under “Editare profil OAuth”, fill in:',
  'guide-application-name': 'Denumire aplicație (name)',
  'guide-application-callback': 'Callback URL 1',
  'guide-application-service': 'Serviciu (service)',
  'guide-application-service-value': 'tick E-Factura',
  'guide-application-generate': 'Press “Generare Client ID” and copy the two values here. You enter them once.',

  'step-sign-in': 'The sign-in to e-Factura',
  'step-companies': 'SPV and the companies',
  'guide-companies': 'Enter the CUI of a company, or take all of them from the list of rights in SPV.',
  'guide-companies-from-spv': 'Sign in to SPV with the certificate: its list of rights brings the companies.',
  'guide-companies-read': 'Read the companies from SPV',
  'guide-companies-spv': 'SPV asks for the certificate; the list of companies comes with its messages.',
  'guide-companies-none': 'The list of SPV has no other companies.',
  'step-sync': 'The first sync',
  'guide-first-invoice': 'Your first invoice is here',
  'guide-archived': {
    one: '{n} document archived on this computer.',
    other: '{n} documents archived on this computer.',
  },

  'first-configure': 'Set up the OAuth application',
  'first-sign-in': 'Sign in with your certificate',
  'first-sign-in-hint':
    'Have the certificate ready; if it is on a USB token, plug it in. A tab opens and goes through the services of ANAF that you use, one after the other; when the browser asks for the certificate, choose the same one.',
  'first-company': 'Add the first company',
  'first-company-hint': "Enter the company's CUI; Recipisa checks at once whether you have SPV rights for it.",
  'first-sync': 'Ready for the first sync',
  'first-sync-hint': 'Recipisa downloads the invoices of the last 60 days and keeps them on this computer.',
}
