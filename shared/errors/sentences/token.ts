import type { TOKEN_REASONS } from '../reasons/token.ts'
import { type Entry, entry } from './entry.ts'

/** Failures of a certificate on a token that this computer's own program shows (E-28). Nothing has left after them. */
export const TOKEN_SENTENCES = {
  'token-unsupported': entry(
    [
      'Pe acest sistem, linia de comandă nu poate folosi încă certificatul de pe token.',
      'Folosiți Recipisa din browser, sau treceți la „Conectare o dată pe an”.',
    ],
    [
      'On this system the command line cannot use the certificate on a token yet.',
      'Use Recipisa in the browser, or change to “Connect once a year”.',
    ],
  ),
  'token-engine-missing': entry(
    [
      'Lipsește componenta prin care OpenSSL folosește tokenul.',
      'Instalați-o: libengine-pkcs11-openssl pe Debian și Ubuntu, openssl-pkcs11 pe Fedora, libp11 pe Arch.',
    ],
    [
      'The part by which OpenSSL uses a token is missing.',
      'Install it: libengine-pkcs11-openssl on Debian and Ubuntu, openssl-pkcs11 on Fedora, libp11 on Arch.',
    ],
  ),
  'token-reader-missing': entry(
    [
      'Această instalare nu conține biblioteca ce citește tokenul.',
      'Folosiți Recipisa din browser, sau treceți la „Conectare o dată pe an”.',
    ],
    [
      'This installation does not contain the library that reads tokens.',
      'Use Recipisa in the browser, or change to “Connect once a year”.',
    ],
  ),
  'token-driver-unusable': entry(
    [
      'Driverul de token {path} nu poate fi folosit: {problem}.',
      'Indicați cu --token biblioteca PKCS#11 pe 64 de biți a furnizorului certificatului.',
    ],
    [
      'The token driver {path} cannot be used: {problem}.',
      "Name the 64-bit PKCS#11 library of your certificate's issuer with --token.",
    ],
  ),
  'token-driver-silent': entry(
    [
      'Driverul de token {path} nu a răspuns timp de {seconds} s și a fost oprit.',
      'Scoateți tokenul, introduceți-l din nou și porniți comanda încă o dată.',
    ],
    [
      'The token driver {path} did not answer for {seconds} s and was stopped.',
      'Take the token out, plug it in again and start the command once more.',
    ],
  ),
  'token-certificate-missing': entry(
    [
      'Pe token nu există un certificat potrivit (seria cerută: {serial}).',
      'Introduceți tokenul, verificați seria și valabilitatea certificatului, apoi porniți comanda din nou.',
    ],
    [
      'There is no suitable certificate on the token (serial asked for: {serial}).',
      'Plug the token in, check the serial and the validity of the certificate, and start the command again.',
    ],
  ),
  'token-certificate-ambiguous': entry(
    ['Pe token există mai multe certificate: {serials}.', 'Indicați-l pe cel dorit cu --certificate și seria lui.'],
    [
      'There are several certificates on the token: {serials}.',
      'Name the one to use with --certificate and its serial.',
    ],
  ),
  'token-pin-wrong': entry(
    [
      'PIN greșit. Nu am încercat a doua oară.',
      'Porniți comanda din nou cu PIN-ul corect: după câteva PIN-uri greșite tokenul se blochează.',
    ],
    [
      'Wrong PIN. It was not tried a second time.',
      'Start the command again with the right PIN: a few wrong ones lock the token.',
    ],
  ),
  'token-pin-locked': entry(
    ['Tokenul este blocat.', 'Deblocați-l cu programul furnizorului certificatului (codul PUK).'],
    ['The token is locked.', "Unlock it with the program of your certificate's issuer (PUK)."],
  ),
  'token-pin-expired': entry(
    [
      'PIN-ul tokenului a expirat sau nu a fost încă ales.',
      'Alegeți un PIN nou în programul furnizorului certificatului și porniți comanda din nou.',
    ],
    [
      "The token's PIN has expired or was never chosen.",
      "Choose a new PIN in the program of your certificate's issuer, and start the command again.",
    ],
  ),
  'token-pin-unavailable': entry(
    [
      'Nu avem unde cere PIN-ul: comanda nu are terminal și nici fereastră (pinentry).',
      'Porniți comanda dintr-un terminal, sau instalați pinentry și dați-i acces la ecran.',
    ],
    [
      'There is nowhere to ask for the PIN: the command has no terminal and no window (pinentry).',
      'Start the command in a terminal, or install pinentry and give it access to the screen.',
    ],
  ),
  'token-key-unusable': entry(
    [
      'Cheia certificatului de pe token nu poate fi folosită ({problem}).',
      'Scoateți tokenul, introduceți-l din nou și porniți comanda încă o dată.',
    ],
    [
      "The key of the token's certificate cannot be used ({problem}).",
      'Take the token out, plug it in again and start the command once more.',
    ],
  ),
  'token-gone': entry(
    ['Tokenul a fost scos sau nu mai răspunde.', 'Introduceți-l și porniți comanda din nou; ce s-a descărcat rămâne.'],
    [
      'The token was taken out or no longer answers.',
      'Plug it in and start the command again; what was downloaded stays.',
    ],
  ),
  'token-process-ended': entry(
    [
      'Procesul care folosește tokenul s-a oprit: {problem}.',
      'Porniți comanda din nou; dacă se repetă, verificați driverul tokenului.',
    ],
    [
      'The process that uses the token has ended: {problem}.',
      "Start the command again; if it happens again, check the token's driver.",
    ],
  ),
} satisfies Record<keyof typeof TOKEN_REASONS, Entry>
