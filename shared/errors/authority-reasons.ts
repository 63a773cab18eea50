import { type Entry, entry } from './entry.ts'

/** Answers that any service of the authority may give, and failures to reach one. */
export const AUTHORITY_REASONS = {
  'no-rights-for-company': entry(
    'no-rights',
    'authority',
    [
      'Nu aveți drept în SPV pentru CUI {cui}[: „{note}”].',
      'Cereți dreptul SPV PJ pentru această firmă sau conectați-vă cu alt certificat.',
    ],
    [
      'You have no SPV right for CUI {cui}[: "{note}"].',
      'Ask for the SPV PJ right for this company or sign in with another certificate.',
    ],
  ),
  'certificate-without-rights': entry(
    'no-rights',
    'certificate',
    [
      'Certificatul cu care s-a făcut conectarea nu are drept în SPV pentru nicio firmă: „{note}”.',
      'Conectați-vă cu alt certificat sau cereți pentru acesta dreptul SPV PJ.',
    ],
    [
      'The certificate of this sign-in has no SPV right for any company: "{note}".',
      'Sign in with another certificate, or ask for the SPV PJ right for this one.',
    ],
  ),
  'no-right-for-service': entry(
    'no-rights',
    'authority',
    [
      'Nu aveți drept pentru acest serviciu ({operation})[: „{note}”].',
      'Verificați serviciile bifate în profilul aplicației din portal (E-Factura).',
    ],
    [
      'You have no right for this service ({operation})[: "{note}"].',
      "Check the services ticked in the application's profile in the portal (E-Factura).",
    ],
  ),
  'authority-note': entry(
    'refused',
    'authority',
    ['ANAF a răspuns: „{note}”', 'Corectați ce cere mesajul; dacă nu cere nimic, încercați din nou mai târziu.'],
    ['The authority answered: "{note}"', 'Correct what the message asks for; if it asks for nothing, try again later.'],
  ),
  'quota-reached': entry(
    'limit-reached',
    'authority',
    ['S-a atins limita ANAF pentru {operation} ({limit} pe zi)[: „{note}”].', 'Încercați mâine.'],
    ['The authority\'s limit for {operation} is reached ({limit} a day)[: "{note}"].', 'Try tomorrow.'],
  ),
  'rate-limited': entry(
    'rate-limited',
    'authority',
    [
      'ANAF cere o pauză până la {until|moment} (încă {seconds} s): prea multe cereri.',
      'Până atunci nu întrebăm nimic. O sincronizare începută se reia singură; restul încercați din nou atunci.',
    ],
    [
      'The authority asks for a pause until {until|moment} ({seconds} s more): too many requests.',
      'Nothing is asked before. A sync that was begun goes on by itself; try anything else again then.',
    ],
  ),
  'service-technical': entry(
    'service-unavailable',
    'authority',
    [
      'Serviciul ANAF {operation} are o eroare tehnică: „{note}”. Despre factură nu spune nimic.',
      'Încercați din nou mai târziu; dacă se repetă, comunicați textul la asistența ANAF.',
    ],
    [
      'The authority\'s service {operation} has a technical error: "{note}". It says nothing about the invoice.',
      "Try again later; if it comes back, tell the authority's support these words.",
    ],
  ),
  firewall: entry(
    'blocked-by-firewall',
    'authority',
    [
      'Firewallul ANAF a respins cererea {operation} (cod {supportId}).',
      'Comunicați codul la asistența ANAF dacă se repetă.',
    ],
    [
      "The authority's firewall rejected the request {operation} (support id {supportId}).",
      "Give the id to the authority's support if it happens again.",
    ],
  ),
  maintenance: entry(
    'service-unavailable',
    'authority',
    ['Serviciul ANAF {operation} este indisponibil ({status}).', 'Încercați mai târziu; nu s-a pierdut nimic.'],
    ["The authority's service {operation} is unavailable ({status}).", 'Try later; nothing is lost.'],
  ),
  'answer-unexpected': entry(
    'unexpected-answer',
    'authority',
    [
      'ANAF a dat un răspuns neașteptat la {operation}: {problem}.',
      'Răspunsul a fost păstrat în {kept}. Încercați mai târziu.',
    ],
    ['The authority gave an unexpected answer to {operation}: {problem}.', 'The answer was kept in {kept}. Try later.'],
  ),
  'answer-truncated': entry(
    'unexpected-answer',
    'network',
    ['Răspunsul ANAF la {operation} s-a întrerupt înainte de sfârșit.', 'Încercați din nou.'],
    ["The authority's answer to {operation} broke off before its end.", 'Try again.'],
  ),
  unreachable: entry(
    'unreachable',
    'network',
    ['Nu s-a putut ajunge la {host}: {problem}.', 'Verificați conexiunea la internet și proxy-ul.'],
    ['{host} could not be reached: {problem}.', 'Check the internet connection and the proxy.'],
  ),
  'tls-untrusted': entry(
    'unreachable',
    'network',
    [
      'Certificatul serverului {host} nu este de încredere ({problem}).',
      'Verificați câmpul ca din profil sau dacă un antivirus interceptează conexiunile.',
    ],
    [
      'The certificate of the server {host} is not trusted ({problem}).',
      'Check the field ca of the profile, or whether an antivirus intercepts connections.',
    ],
  ),
} as const satisfies Record<string, Entry>
