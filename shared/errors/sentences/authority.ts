import type { AUTHORITY_REASONS } from '../reasons/authority.ts'
import { type Entry, entry } from './entry.ts'

/** Answers that any service of the authority may give, and failures to reach one. */
export const AUTHORITY_SENTENCES = {
  'no-rights-for-company': entry(
    [
      'Nu aveți drepturi în SPV pentru CUI {cui}[: „{note}”].',
      'Solicitați dreptul SPV PJ pentru această firmă sau conectați-vă cu alt certificat.',
    ],
    [
      'You have no SPV right for CUI {cui}[: "{note}"].',
      'Request the SPV PJ right for this company, or sign in with another certificate.',
    ],
  ),
  'certificate-without-rights': entry(
    [
      'Certificatul folosit la conectare nu are drepturi în SPV pentru nicio firmă: „{note}”.',
      'Conectați-vă cu alt certificat sau solicitați pentru acesta dreptul SPV PJ.',
    ],
    [
      'The certificate used to sign in has no SPV right for any company: "{note}".',
      'Sign in with another certificate, or request the SPV PJ right for this one.',
    ],
  ),
  'no-right-for-service': entry(
    [
      'Nu aveți acces la acest serviciu ANAF ({operation})[: „{note}”].',
      'Verificați, în portalul ANAF, serviciile bifate în profilul aplicației (E-Factura).',
    ],
    [
      'You have no access to this ANAF service ({operation})[: "{note}"].',
      "In ANAF's portal, check which services are ticked in the application's profile (E-Factura).",
    ],
  ),
  'authority-note': entry(
    ['ANAF a răspuns: „{note}”', 'Corectați ce indică mesajul; dacă nu indică nimic, încercați din nou mai târziu.'],
    ['ANAF answered: "{note}"', 'Correct what the message names; if it names nothing, try again later.'],
  ),
  'quota-reached': entry(
    ['S-a atins limita ANAF pentru {operation}[ ({subject})]: {limit} pe zi[ („{note}”)].', 'Încercați mâine.'],
    [
      'ANAF\'s limit for {operation}[ ({subject})] has been reached: {limit} a day[ ("{note}")].',
      'Try again tomorrow.',
    ],
  ),
  'rate-limited': entry(
    [
      'Prea multe cereri la ANAF: următoarea se poate trimite după {until|moment} (peste {seconds} s).',
      'Până atunci, de pe acest calculator nu se trimite nicio cerere. O sincronizare începută continuă automat; restul încercați din nou după aceea.',
    ],
    [
      'Too many requests to ANAF: the next one can be sent after {until|moment} (in {seconds} s).',
      'This computer sends no request before then. A sync in progress resumes automatically; try anything else again afterwards.',
    ],
  ),
  'service-technical': entry(
    [
      'Serviciul ANAF {operation} are o eroare tehnică: „{note}”. Eroarea nu spune nimic despre factură.',
      'Încercați din nou mai târziu; dacă se repetă, comunicați textul asistenței ANAF.',
    ],
    [
      'ANAF\'s service {operation} has a technical error: "{note}". It says nothing about the invoice.',
      "Try again later; if it happens again, report this text to ANAF's support.",
    ],
  ),
  firewall: entry(
    [
      'Firewallul ANAF a respins cererea {operation} (cod {supportId}).',
      'Dacă se repetă, comunicați codul asistenței ANAF.',
    ],
    [
      "ANAF's firewall rejected the request {operation} (support ID {supportId}).",
      "If it happens again, report the ID to ANAF's support.",
    ],
  ),
  maintenance: entry(
    ['Serviciul ANAF {operation} este indisponibil ({status}).', 'Încercați mai târziu; nu s-a pierdut nimic.'],
    ["ANAF's service {operation} is unavailable ({status}).", 'Try again later; nothing is lost.'],
  ),
  'answer-unexpected': entry(
    [
      'ANAF a dat un răspuns neașteptat la {operation}: {problem}.',
      'Răspunsul a fost păstrat în {kept}. Încercați din nou mai târziu.',
    ],
    ['ANAF gave an unexpected answer to {operation}: {problem}.', 'The answer was kept in {kept}. Try again later.'],
  ),
  'answer-truncated': entry(
    ['Răspunsul ANAF la {operation} s-a întrerupt înainte de a se încheia.', 'Încercați din nou.'],
    ["ANAF's answer to {operation} was cut off before its end.", 'Try again.'],
  ),
  unreachable: entry(
    [
      '{host} nu răspunde[: {problem}].',
      'Verificați conexiunea la internet și serverul proxy; dacă funcționează, încercați mai târziu.',
    ],
    ['{host} does not answer[: {problem}].', 'Check the internet connection and the proxy; if they work, try later.'],
  ),
  'tls-untrusted': entry(
    [
      'Certificatul serverului {host} nu este de încredere ({problem}).',
      'Verificați data calculatorului și dacă un antivirus sau un proxy interceptează conexiunile (câmpul ca din profil).',
    ],
    [
      'The certificate of {host} is not trusted ({problem}).',
      "Check the computer's date, and whether an antivirus or a proxy intercepts connections (field ca of the profile).",
    ],
  ),
} satisfies Record<keyof typeof AUTHORITY_REASONS, Entry>
