import { type Entry, entry } from './entry.ts'

/** Failures of the SPV mailbox. */
export const MAILBOX_REASONS = {
  'request-type-unknown': entry(
    'invalid-input',
    'input',
    ['SPV nu are niciun document de cerut numit „{type}”.', 'Alegeți-l din lista documentelor care se pot cere.'],
    ['SPV has no document to request called "{type}".', 'Choose one of the list of documents that can be requested.'],
  ),
  'request-not-offered': entry(
    'invalid-input',
    'input',
    [
      'Documentul {type} nu poate fi cerut încă prin acest serviciu al ANAF.',
      'Cereți-l din SPV, în browser; îl veți găsi apoi printre mesaje.',
    ],
    [
      "The document {type} cannot be requested through this service of the authority's yet.",
      'Request it in SPV, in the browser; it will then be among the messages.',
    ],
  ),
  'request-year-missing': entry(
    'invalid-input',
    'input',
    ['Pentru {type} trebuie spus anul.', 'Alegeți anul.'],
    ['{type} needs a year.', 'Choose the year.'],
  ),
  'request-month-missing': entry(
    'invalid-input',
    'input',
    ['Pentru {type} trebuie spusă luna.', 'Alegeți luna.'],
    ['{type} needs a month.', 'Choose the month.'],
  ),
  'request-half-year': entry(
    'invalid-input',
    'input',
    ['{type} se cere pe semestre: luna 6 sau luna 12.', 'Alegeți una dintre ele.'],
    ['{type} is requested by half-years: month 6 or month 12.', 'Choose one of them.'],
  ),
  'request-reason-missing': entry(
    'invalid-input',
    'input',
    ['Pentru {type} trebuie spus motivul.', 'Alegeți un motiv din listă.'],
    ['{type} needs a reason.', 'Choose a reason from the list.'],
  ),
  'request-reason-unknown': entry(
    'invalid-input',
    'input',
    ['„{reason}” nu este un motiv din lista ANAF.', 'Alegeți un motiv din listă, scris exact la fel.'],
    ['"{reason}" is no reason of the authority\'s list.', 'Choose one of the list, spelled exactly as there.'],
  ),
  'request-registration-missing': entry(
    'invalid-input',
    'input',
    ['Pentru {type} trebuie spus numărul de înregistrare al formularului.', 'Scrieți-l așa cum apare pe recipisă.'],
    ['{type} needs the registration number of the form.', 'Write it as it stands on the receipt.'],
  ),
  'request-period-missing': entry(
    'invalid-input',
    'input',
    ['Pentru {type} trebuie spuse prima și ultima lună.', 'Alegeți-le pe amândouă.'],
    ['{type} needs a first and a last month.', 'Choose both.'],
  ),
  'request-period-inverted': entry(
    'invalid-input',
    'input',
    ['Prima lună ({from}) este după ultima ({to}).', 'Schimbați-le între ele.'],
    ['The first month ({from}) is after the last one ({to}).', 'Swap them.'],
  ),
  'request-field-unused': entry(
    'invalid-input',
    'input',
    ['{type} nu are parametrul „{field}”.', 'Scoateți-l din cerere.'],
    ['{type} does not take "{field}".', 'Leave it out.'],
  ),
  'request-open': entry(
    'invalid-input',
    'input',
    [
      'O cerere {type} pentru {cui} este deja în curs: răspunsul nu a venit încă.',
      'Așteptați răspunsul sau confirmați că vreți să îl cereți încă o dată (--again în linia de comandă).',
    ],
    [
      'A request of {type} for {cui} is under way already: its answer has not come yet.',
      'Wait for the answer, or confirm that you want to request it once more (--again on the command line).',
    ],
  ),
  'request-unknown': entry(
    'outcome-unknown',
    'network',
    [
      'Nu se știe dacă cererea a ajuns la ANAF: {problem}.',
      'Urmăriți mesajele din SPV; cereți din nou documentul dacă nu apare.',
    ],
    [
      'Whether the request reached the authority is not known: {problem}.',
      'Watch the messages of SPV; request the document again if it does not come.',
    ],
  ),
  'request-answer-unclear': entry(
    'outcome-unknown',
    'authority',
    [
      'ANAF a răspuns la cerere fără să spună că a primit-o sau că a refuzat-o ({answer}).',
      'Urmăriți mesajele din SPV; cereți din nou documentul dacă nu apare.',
    ],
    [
      'The authority answered the request without saying that it took or refused it ({answer}).',
      'Watch the messages of SPV; request the document again if it does not come.',
    ],
  ),
  'spv-no-rights': entry(
    'no-rights',
    'certificate',
    [
      'Certificatul nu are drepturi în SPV pentru nicio firmă: „{note}”.',
      'Închideți complet browserul și conectați-vă cu alt certificat, sau înregistrați-vă în SPV cu acesta.',
    ],
    [
      'The certificate has no SPV rights for any company: "{note}".',
      'Close the browser completely and sign in with another certificate, or register this one in SPV.',
    ],
  ),
  'mail-refused': entry(
    'no-rights',
    'authority',
    [
      'ANAF nu dă documentul mesajului {id}[: „{note}”][ (din {since})].',
      'Conectați-vă la SPV cu certificatul care are dreptul, apoi cereți-l din nou (mailbox get {id}).',
    ],
    [
      'The authority does not give out the document of the message {id}[: "{note}"][ (since {since})].',
      'Sign in to SPV with the certificate that has the right, then ask for it again (mailbox get {id}).',
    ],
  ),
  'mail-entries-unread': entry(
    'unexpected-answer',
    'authority',
    [
      'În lista mesajelor SPV sunt mesaje care nu au putut fi citite (în total: {count}; {problem}).',
      'Celelalte au fost preluate. Pe acestea căutați-le în SPV, în browser; răspunsul ANAF a fost păstrat în {kept}.',
    ],
    [
      'The list of SPV messages has messages that could not be read (in all: {count}; {problem}).',
      "The others were taken. Look for these in SPV, in the browser; the authority's answer was kept in {kept}.",
    ],
  ),
  'certificate-refused': entry(
    'auth-required',
    'certificate',
    [
      'ANAF nu a acceptat certificatul ales.',
      'Alegeți certificatul înrolat în SPV. Dacă browserul nu mai întreabă, închideți-l complet: el reține alegerea până la repornire.',
    ],
    [
      'The authority did not accept the chosen certificate.',
      'Choose the certificate that is enrolled in SPV. If the browser no longer asks, close it completely: it remembers the choice until restarted.',
    ],
  ),
  'spv-technical': entry(
    'service-unavailable',
    'authority',
    [
      'SPV are o eroare tehnică: „{note}”.',
      'Încercați din nou mai târziu; dacă se repetă, comunicați ANAF codul {code}.',
    ],
    ['SPV has a technical error: "{note}".', 'Try again later; if it comes back, tell the authority the code {code}.'],
  ),
} as const satisfies Record<string, Entry>
