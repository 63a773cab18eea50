import type { SIGN_IN_REASONS } from '../reasons/sign-in.ts'
import { type Entry, entry } from './entry.ts'

/** Failures of the e-Factura authorization: the application, the sign-in in the browser, the tokens. */
export const SIGN_IN_SENTENCES = {
  'client-not-configured': entry(
    [
      'Aplicația OAuth nu este configurată complet. Lipsește: {missing}.',
      'Înregistrați aplicația în portalul ANAF și completați în setări client ID, client secret și adresa de redirectare.',
    ],
    [
      'The OAuth application is not configured completely. Missing: {missing}.',
      "Register the application in ANAF's portal and enter client ID, client secret and redirect URI in the settings.",
    ],
  ),
  'not-signed-in': entry(
    ['Nu sunteți conectat la e-Factura.', 'Apăsați Conectare și alegeți certificatul.'],
    ['You are not signed in to e-Factura.', 'Press Sign in and choose the certificate.'],
  ),
  'sign-in-expired': entry(
    ['Autorizarea e-Factura a expirat.', 'Reconectați-vă cu certificatul.'],
    ['The e-Factura authorization has expired.', 'Sign in again with the certificate.'],
  ),
  'token-rejected': entry(
    ['ANAF nu mai acceptă autorizarea e-Factura.', 'Reconectați-vă cu certificatul.'],
    ['ANAF no longer accepts the e-Factura authorization.', 'Sign in again with the certificate.'],
  ),
  'code-expired': entry(
    ['Codul de autorizare a expirat (este valabil 60 de secunde).', 'Reconectați-vă.'],
    ['The authorization code has expired (it is valid for 60 seconds).', 'Sign in again.'],
  ),
  'client-rejected': entry(
    [
      'ANAF nu recunoaște aplicația OAuth: client ID sau client secret greșit.',
      'Copiați-le din nou, din portalul ANAF în setări.',
    ],
    [
      'ANAF does not know the OAuth application: the client ID or the client secret is wrong.',
      "Copy both again, from ANAF's portal into the settings.",
    ],
  ),
  'redirect-not-registered': entry(
    [
      'ANAF nu acceptă adresa de redirectare {redirectUri}: în portal este înregistrată alta.',
      'Scrieți în portalul ANAF, la aplicație, exact această adresă, sau scrieți aici exact adresa din portal.',
    ],
    [
      "ANAF does not accept the redirect URI {redirectUri}: another one is registered in ANAF's portal.",
      'Register exactly this address with the application in the portal, or enter here exactly the one that is registered.',
    ],
  ),
  'application-unknown': entry(
    [
      'ANAF nu recunoaște aplicația OAuth: client ID-ul sau adresa de redirectare ({redirectUri}) este greșită.',
      'Comparați-le cu cele din portalul ANAF și corectați-le în setări.',
    ],
    [
      'ANAF does not know the OAuth application: the client ID or the redirect URI ({redirectUri}) is wrong.',
      "Compare both with those in ANAF's portal and correct them in the settings.",
    ],
  ),
  'grant-rejected': entry(
    [
      'ANAF a refuzat codul de autorizare ({error}).',
      'Reconectați-vă; dacă se repetă, verificați ca adresa de redirectare să fie exact cea din portalul ANAF.',
    ],
    [
      'ANAF refused the authorization code ({error}).',
      "Sign in again; if it happens again, check that the redirect URI is exactly the one in ANAF's portal.",
    ],
  ),
  'authorization-denied': entry(
    [
      'ANAF a refuzat conectarea: {error}.',
      'Verificați dacă certificatul este înrolat în SPV cu rolul SPV PJ, apoi încercați din nou.',
    ],
    [
      'ANAF refused the sign-in: {error}.',
      'Check that the certificate is enrolled in SPV with the SPV PJ role, then try again.',
    ],
  ),
  'sign-in-tab-closed': entry(
    [
      'Fila de conectare a fost închisă înainte de încheierea conectării.',
      'Apăsați Conectare pentru a încerca din nou.',
    ],
    ['The sign-in tab was closed before the sign-in was finished.', 'Press Sign in to try again.'],
  ),
  'site-access-missing': entry(
    [
      'Browserul nu permite extensiei Recipisa accesul la site-urile ANAF.',
      'Permiteți-l în pagina de extensii a browserului, la Recipisa (în Firefox, fila Permisiuni), apoi încercați din nou.',
    ],
    [
      "The browser does not let the Recipisa extension access ANAF's sites.",
      "Allow it on the browser's extensions page, under Recipisa (in Firefox, the Permissions tab), then try again.",
    ],
  ),
  'sign-in-page-crashed': entry(
    [
      'Pagina de conectare s-a blocat în browser.',
      'Apăsați Conectare pentru a încerca din nou; dacă se repetă, reporniți browserul.',
    ],
    [
      'The sign-in page crashed in the browser.',
      'Press Sign in to try again; if it happens again, restart the browser.',
    ],
  ),
  'sign-in-strange-page': entry(
    [
      'O pagină străină ({host}) a încercat să încheie conectarea; nu am folosit nimic din ce a trimis.',
      'Închideți pagina respectivă, apoi apăsați Conectare și rămâneți în fila care se deschide.',
    ],
    [
      'A strange page ({host}) tried to finish the sign-in; nothing that it sent was used.',
      'Close that page, then press Sign in and stay in the tab that opens.',
    ],
  ),
  'sign-in-not-from-authority': entry(
    [
      'Ultimul pas al conectării nu a venit de la ANAF; nu am folosit nimic din adresa primită.',
      'Apăsați Conectare și rămâneți în fila care se deschide.',
    ],
    [
      'The end of the sign-in did not come from ANAF; nothing in its address was used.',
      'Press Sign in and stay in the tab that opens.',
    ],
  ),
  'sign-in-timeout': entry(
    ['Conectarea nu s-a încheiat la timp.', 'Apăsați Conectare pentru a încerca din nou.'],
    ['The sign-in was not finished in time.', 'Press Sign in to try again.'],
  ),
  'tokens-invalid': entry(
    ['Datele autorizării nu pot fi folosite: {problem}.', 'Dați un JSON cu access_token și refresh_token.'],
    ['The authorization data cannot be used: {problem}.', 'Pass a JSON with access_token and refresh_token.'],
  ),
  'token-signature': entry(
    [
      'Semnătura autorizării e-Factura primite nu corespunde cheii {kid} din profil.',
      'Autorizarea a fost păstrată și este folosită. Verificați în profil adresa authUrl și cheia (tokenKeys); dacă adresa nu este a ANAF, ștergeți autorizarea (auth forget).',
    ],
    [
      'The signature of the e-Factura authorization does not match the key {kid} in the profile.',
      "The authorization was kept and is in use. Check authUrl and the key (tokenKeys) in the profile; if the address is not ANAF's, delete the authorization (auth forget).",
    ],
  ),
  'token-answer': entry(
    [
      'Serverul de autorizare a dat un răspuns neașteptat la cererea de autorizare: {problem}.',
      'Reconectați-vă; dacă se repetă, verificați adresa authUrl din profil.',
    ],
    [
      'The authorization server gave an unexpected answer to the authorization request: {problem}.',
      'Sign in again; if it happens again, check authUrl in the profile.',
    ],
  ),
  'carrier-failed': entry(
    [
      'Procesul care solicită autorizarea e-Factura nu a pornit sau s-a oprit: {problem}.',
      'Încercați din nou; dacă se repetă, vedeți jurnalul ({log}).',
    ],
    [
      'The process that requests the e-Factura authorization did not start, or has stopped: {problem}.',
      'Try again; if it happens again, see the log ({log}).',
    ],
  ),
  'secrets-damaged': entry(
    [
      'Fișierul cu datele de conectare {path} este deteriorat. Recipisa nu îl schimbă.',
      'Puneți la loc o copie bună a lui sau mutați-l din folder; fără el vă conectați din nou și scrieți din nou Client secret.',
    ],
    [
      'The file with the secrets {path} is damaged. Recipisa leaves it as it is.',
      'Put a good copy back, or move it out of the folder; without it sign in again and type the client secret again.',
    ],
  ),
} satisfies Record<keyof typeof SIGN_IN_REASONS, Entry>
