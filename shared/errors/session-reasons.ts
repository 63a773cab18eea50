import { type Entry, entry } from './entry.ts'

/** Failures of a gateway session. */
export const SESSION_REASONS = {
  'certificate-not-presented': entry(
    'auth-required',
    'certificate',
    [
      'ANAF nu a primit niciun certificat.',
      'Introduceți tokenul și închideți complet browserul înainte de o nouă încercare: o alegere anulată rămâne reținută până la repornire.',
    ],
    [
      'The authority received no certificate.',
      'Plug the token in and close the browser completely before another try: it remembers a cancelled choice until restarted.',
    ],
  ),
  'session-missing': entry(
    'auth-required',
    'certificate',
    ['Nu există o sesiune cu certificatul.', 'Apăsați Conectează lângă SPV sau Declarații și prezentați certificatul.'],
    [
      'There is no session with the certificate.',
      'Press Sign in beside SPV or Declarations and present the certificate.',
    ],
  ),
  'gateway-session-expired': entry(
    'session-expired',
    'certificate',
    ['Sesiunea a expirat: ANAF cere din nou certificatul.', 'Apăsați Conectează lângă SPV sau Declarații.'],
    [
      'The session has expired: the authority asks for the certificate again.',
      'Press Sign in beside SPV or Declarations.',
    ],
  ),
  'gateway-redirect': entry(
    'unexpected-answer',
    'authority',
    [
      'Serverul ANAF trimite către altă adresă: {host}; nu am mers acolo și nu am trimis nimic.',
      'Încercați mai târziu; dacă se repetă, verificați adresele din profil.',
    ],
    [
      "The authority's server sends us to another address: {host}; we did not go there and sent nothing.",
      'Try later; if it happens again, check the addresses of the profile.',
    ],
  ),
  'session-cookies-invalid': entry(
    'invalid-input',
    'input',
    [
      'Cookie-urile sesiunii nu pot fi preluate: {problem}.',
      'Apăsați din nou Conectează; în linia de comandă, dați lista JSON a cookie-urilor din browser.',
    ],
    [
      'The cookies of the session cannot be taken over: {problem}.',
      "Press Sign in again; on the command line, give the JSON list of the browser's cookies.",
    ],
  ),
  'session-page-unexpected': entry(
    'unexpected-answer',
    'authority',
    ['SPV a răspuns cu o pagină pe care nu o recunoaștem.', 'Încercați din nou peste câteva minute.'],
    ['SPV answered with a page that we do not recognise.', 'Try again in a few minutes.'],
  ),
} as const satisfies Record<string, Entry>
