import type { SESSION_REASONS } from '../reasons/session.ts'
import { type Entry, entry } from './entry.ts'

/** Failures of a gateway session. */
export const SESSION_SENTENCES = {
  'certificate-not-presented': entry(
    [
      'ANAF nu a primit niciun certificat.',
      'Introduceți tokenul în calculator și închideți complet browserul înainte să încercați din nou: până la repornire, browserul reține alegerea anulată.',
    ],
    [
      'ANAF received no certificate.',
      'Plug the token in and close the browser completely before you try again: it remembers a cancelled choice until it is restarted.',
    ],
  ),
  'certificate-choice-needed': entry(
    [
      'Browserul cere să alegeți din nou certificatul pentru e-Factura.',
      'Apăsați Alegeți certificatul; ce era de făcut continuă apoi singur.',
    ],
    [
      'The browser needs you to choose the certificate for e-Factura again.',
      'Press Choose the certificate; the work then goes on by itself.',
    ],
  ),
  'certificate-needs-browser': entry(
    [
      'Profilul folosește doar certificatul, iar la e-Factura se ajunge atunci prin browser.',
      'Deschideți Recipisa în browser și alegeți certificatul, sau treceți la „Conectare o dată pe an”.',
    ],
    [
      'The profile uses the certificate alone, and then e-Factura is reached through the browser.',
      'Open Recipisa in the browser and choose the certificate, or change to “Connect once a year”.',
    ],
  ),
  'certificate-address-refused': entry(
    [
      'Extensia nu prezintă certificatul la adresa {host}; nu a trimis nimic.',
      'Verificați certUrl din profil: certificatul se prezintă doar serviciilor e-Factura ale ANAF.',
    ],
    [
      'The extension does not show the certificate to {host}; it sent nothing.',
      "Check certUrl in the profile: the certificate is shown to ANAF's e-Factura services only.",
    ],
  ),
  'certificate-upload-unsafe': entry(
    [
      'Din acest browser factura nu se transmite doar cu certificatul: după o conexiune întreruptă, browserul ar putea-o trimite de două ori.',
      'Transmiteți-o din Chrome sau Edge, sau treceți la „Conectare o dată pe an”.',
    ],
    [
      'This browser does not upload with the certificate alone: after a broken connection it might send the invoice twice.',
      'Upload it from Chrome or Edge, or change to “Connect once a year”.',
    ],
  ),
  'session-missing': entry(
    [
      'Nu există o sesiune deschisă cu certificatul.',
      'Apăsați Conectare la SPV sau la Declarații și prezentați certificatul.',
    ],
    [
      'No session was opened with the certificate.',
      'Press Sign in at SPV or at Declarations and present the certificate.',
    ],
  ),
  'gateway-session-expired': entry(
    ['Sesiunea a expirat: ANAF cere din nou certificatul.', 'Apăsați Conectare la SPV sau la Declarații.'],
    ['The session has expired: ANAF asks for the certificate again.', 'Press Sign in at SPV or at Declarations.'],
  ),
  'gateway-redirect': entry(
    [
      'Serverul ANAF trimite către altă adresă ({host}); nu am accesat-o și nu am trimis nimic.',
      'Încercați mai târziu; dacă se repetă, verificați adresele din profil.',
    ],
    [
      "ANAF's server redirects to another address ({host}); it was not opened and nothing was sent.",
      'Try again later; if it happens again, check the addresses in the profile.',
    ],
  ),
  'session-cookies-invalid': entry(
    [
      'Cookie-urile sesiunii nu pot fi preluate: {problem}.',
      'Apăsați din nou Conectare; în linia de comandă, dați lista JSON a cookie-urilor din browser.',
    ],
    [
      "The session's cookies cannot be used: {problem}.",
      "Press Sign in again; on the command line, pass the browser's cookies as a JSON list.",
    ],
  ),
  'session-page-unexpected': entry(
    ['SPV a răspuns cu o pagină pe care nu o recunoaștem.', 'Încercați din nou peste câteva minute.'],
    ['SPV answered with a page that Recipisa does not recognise.', 'Try again in a few minutes.'],
  ),
} satisfies Record<keyof typeof SESSION_REASONS, Entry>
