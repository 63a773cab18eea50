import { type Entry, entry } from './entry.ts'

/** Failures of the e-Factura authorization: the application, the sign-in in the browser, the tokens. */
export const SIGN_IN_REASONS = {
  'client-not-configured': entry(
    'auth-required',
    'input',
    [
      'Lipsește {missing} al aplicației OAuth.',
      'Înregistrați aplicația în portalul ANAF și scrieți client ID, client secret și adresa de redirectare în setări.',
    ],
    [
      'The {missing} of the OAuth application is missing.',
      "Register the application in the authority's portal and enter client id, client secret and redirect URI in the settings.",
    ],
  ),
  'not-signed-in': entry(
    'auth-required',
    'certificate',
    ['Nu sunteți conectat la e-Factura.', 'Apăsați Conectează și alegeți certificatul.'],
    ['You are not signed in to e-Factura.', 'Press Sign in and choose the certificate.'],
  ),
  'sign-in-expired': entry(
    'session-expired',
    'certificate',
    ['Conectarea la e-Factura a expirat.', 'Conectați-vă din nou cu certificatul.'],
    ['The sign-in to e-Factura has expired.', 'Sign in again with the certificate.'],
  ),
  'token-rejected': entry(
    'session-expired',
    'authority',
    ['ANAF nu mai acceptă tokenul acestei conectări.', 'Conectați-vă din nou cu certificatul.'],
    ["The authority no longer accepts this sign-in's token.", 'Sign in again with the certificate.'],
  ),
  'code-expired': entry(
    'session-expired',
    'authority',
    ['Codul de autorizare a expirat (este valabil 60 de secunde).', 'Conectați-vă din nou.'],
    ['The authorization code has expired (it lives 60 seconds).', 'Sign in again.'],
  ),
  'client-rejected': entry(
    'refused',
    'input',
    [
      'ANAF nu recunoaște aplicația OAuth: client ID sau client secret greșit.',
      'Copiați-le din nou din portal, în setări.',
    ],
    [
      'The authority does not know the OAuth application: wrong client id or client secret.',
      'Copy both again from the portal into the settings.',
    ],
  ),
  'grant-rejected': entry(
    'refused',
    'authority',
    [
      'ANAF a refuzat codul de autorizare ({error}).',
      'Conectați-vă din nou; dacă se repetă, verificați ca adresa de redirectare să fie exact cea din portal.',
    ],
    [
      'The authority refused the authorization code ({error}).',
      'Sign in again; if it happens again, check that the redirect URI is exactly the registered one.',
    ],
  ),
  'authorization-denied': entry(
    'refused',
    'authority',
    [
      'ANAF a refuzat conectarea: {error}.',
      'Verificați că certificatul este înrolat în SPV cu rol SPV PJ, apoi încercați din nou.',
    ],
    [
      'The authority refused the sign-in: {error}.',
      'Check that the certificate is enrolled in SPV with the SPV PJ role, then try again.',
    ],
  ),
  'sign-in-tab-closed': entry(
    'cancelled',
    'input',
    ['Fila de conectare a fost închisă înainte de sfârșit.', 'Apăsați Conectează pentru a încerca din nou.'],
    ['The sign-in tab was closed before the end.', 'Press Sign in to try again.'],
  ),
  'sign-in-page-crashed': entry(
    'unreachable',
    'ours',
    [
      'Pagina de conectare s-a blocat în browser.',
      'Apăsați Conectează pentru a încerca din nou; dacă se repetă, reporniți browserul.',
    ],
    [
      'The sign-in page crashed in the browser.',
      'Press Sign in to try again; if it happens again, restart the browser.',
    ],
  ),
  'sign-in-strange-page': entry(
    'refused',
    'network',
    [
      'O pagină străină ({host}) a încercat să încheie conectarea; ce a trimis nu a fost folosit.',
      'Închideți pagina aceea, apoi apăsați Conectează și rămâneți în fila care se deschide.',
    ],
    [
      'A strange page ({host}) tried to finish the sign-in; nothing of what it sent was used.',
      'Close that page, then press Sign in and stay in the tab that opens.',
    ],
  ),
  'sign-in-not-from-authority': entry(
    'refused',
    'network',
    [
      'Sfârșitul conectării nu a venit de la ANAF; ce conținea adresa nu a fost folosit.',
      'Apăsați Conectează și rămâneți în fila care se deschide.',
    ],
    [
      'The end of the sign-in did not come from the authority; nothing of that address was used.',
      'Press Sign in and stay in the tab that opens.',
    ],
  ),
  'sign-in-timeout': entry(
    'cancelled',
    'input',
    ['Conectarea nu s-a încheiat la timp.', 'Apăsați Conectează pentru a încerca din nou.'],
    ['The sign-in was not finished in time.', 'Press Sign in to try again.'],
  ),
  'tokens-invalid': entry(
    'invalid-input',
    'input',
    ['Tokenurile date nu pot fi folosite: {problem}.', 'Dați un JSON cu access_token și refresh_token.'],
    ['The given tokens cannot be used: {problem}.', 'Give a JSON with access_token and refresh_token.'],
  ),
  'token-signature': entry(
    'unexpected-answer',
    'authority',
    [
      'Semnătura autorizării e-Factura primite nu se verifică cu cheia {kid} din profil.',
      'Autorizarea a fost păstrată și se folosește. Verificați adresa authUrl și cheia (tokenKeys) din profil; dacă adresa nu este a ANAF, ștergeți autorizarea (auth forget).',
    ],
    [
      'The signature of the received e-Factura authorization does not verify with the key {kid} of the profile.',
      "The authorization was kept and is used. Check authUrl and the key (tokenKeys) of the profile; if the address is not the authority's, forget the authorization (auth forget).",
    ],
  ),
  'token-answer': entry(
    'unexpected-answer',
    'authority',
    [
      'Serverul de autorizare a dat un răspuns neașteptat la cererea de token: {problem}.',
      'Conectați-vă din nou; dacă se repetă, verificați adresa authUrl din profil.',
    ],
    [
      'The authorization server gave an unexpected answer to the request for a token: {problem}.',
      'Sign in again; if it happens again, check authUrl of the profile.',
    ],
  ),
  'carrier-failed': entry(
    'storage',
    'ours',
    [
      'Procesul care cere autorizarea e-Factura nu a pornit sau s-a oprit: {problem}.',
      'Încercați din nou; dacă se repetă, vedeți jurnalul ({log}).',
    ],
    [
      'The process that asks for the e-Factura authorization did not start or has stopped: {problem}.',
      'Try again; if it happens again, see the log ({log}).',
    ],
  ),
} as const satisfies Record<string, Entry>
