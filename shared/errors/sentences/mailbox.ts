import type { MAILBOX_REASONS } from '../reasons/mailbox.ts'
import { type Entry, entry } from './entry.ts'

/** Failures of the SPV mailbox. */
export const MAILBOX_SENTENCES = {
  'request-type-unknown': entry(
    [
      'SPV nu are niciun document numit „{type}” care poate fi solicitat.',
      'Alegeți din lista documentelor care pot fi solicitate.',
    ],
    [
      'SPV offers no document called "{type}" for request.',
      'Choose one from the list of documents that can be requested.',
    ],
  ),
  'request-not-offered': entry(
    [
      'Documentul {type} nu poate fi solicitat încă prin acest serviciu ANAF.',
      'Solicitați-l din SPV, în browser; îl veți găsi apoi printre mesaje.',
    ],
    [
      'The document {type} cannot be requested through this ANAF service yet.',
      'Request it in SPV, in the browser; it will then appear among the messages.',
    ],
  ),
  'request-year-missing': entry(
    ['Pentru {type} este necesar anul.', 'Alegeți anul.'],
    ['{type} needs a year.', 'Choose the year.'],
  ),
  'request-month-missing': entry(
    ['Pentru {type} este necesară luna.', 'Alegeți luna.'],
    ['{type} needs a month.', 'Choose the month.'],
  ),
  'request-half-year': entry(
    ['{type} se solicită pe semestre: luna 6 sau luna 12.', 'Alegeți una dintre ele.'],
    ['{type} is requested by half-year: month 6 or month 12.', 'Choose one of them.'],
  ),
  'request-reason-missing': entry(
    ['Pentru {type} este necesar motivul.', 'Alegeți un motiv din listă.'],
    ['{type} needs a reason.', 'Choose a reason from the list.'],
  ),
  'request-reason-unknown': entry(
    ['„{reason}” nu este un motiv din lista ANAF.', 'Alegeți un motiv din listă, scris exact la fel.'],
    ['"{reason}" is not a reason on ANAF\'s list.', 'Choose a reason from the list, spelled exactly as there.'],
  ),
  'request-registration-missing': entry(
    ['Pentru {type} este necesar numărul de înregistrare al formularului.', 'Scrieți-l așa cum apare pe recipisă.'],
    ['{type} needs the registration number of the form.', 'Enter it as it appears on the receipt.'],
  ),
  'request-period-missing': entry(
    ['Pentru {type} sunt necesare prima și ultima lună.', 'Alegeți-le pe amândouă.'],
    ['{type} needs a first and a last month.', 'Choose both.'],
  ),
  'request-period-inverted': entry(
    ['Prima lună ({from}) este după ultima ({to}).', 'Inversați-le.'],
    ['The first month ({from}) is after the last one ({to}).', 'Swap them.'],
  ),
  'request-field-unused': entry(
    ['{type} nu are parametrul „{field}”.', 'Eliminați-l din solicitare.'],
    ['{type} does not take "{field}".', 'Leave it out.'],
  ),
  'request-open': entry(
    [
      'O solicitare {type} pentru {cui} este deja în curs: răspunsul nu a venit încă.',
      'Așteptați răspunsul sau confirmați că doriți să solicitați încă o dată (--again în linia de comandă).',
    ],
    [
      'A request for {type} for {cui} is already open: its answer has not come yet.',
      'Wait for the answer, or confirm that you want to request it once more (--again on the command line).',
    ],
  ),
  'request-unknown': entry(
    [
      'Nu se știe dacă solicitarea a ajuns la ANAF: nu s-a primit un răspuns complet[ ({problem})].',
      'Urmăriți mesajele din SPV; dacă documentul nu apare, solicitați-l din nou.',
    ],
    [
      'It is not known whether the request reached ANAF: no complete answer came back[ ({problem})].',
      'Watch the SPV messages; if the document does not appear, request it again.',
    ],
  ),
  'request-answer-unclear': entry(
    [
      'ANAF a răspuns fără să spună dacă a primit sau a refuzat solicitarea ({answer}).',
      'Urmăriți mesajele din SPV; dacă documentul nu apare, solicitați-l din nou.',
    ],
    [
      'ANAF answered without saying whether it accepted or refused the request ({answer}).',
      'Watch the SPV messages; if the document does not appear, request it again.',
    ],
  ),
  'spv-no-rights': entry(
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
    [
      'Documentul mesajului {id} este indisponibil la ANAF[: „{note}”][ (din {since})].',
      'Conectați-vă la SPV cu un certificat care are dreptul, apoi descărcați-l din nou (mailbox get {id}).',
    ],
    [
      'ANAF withholds the document of message {id}[: "{note}"][ (since {since})].',
      'Sign in to SPV with a certificate that has the right, then download it again (mailbox get {id}).',
    ],
  ),
  'mail-entries-unread': entry(
    [
      'În lista mesajelor SPV, unele mesaje nu au putut fi citite (în total: {count}; {problem}).',
      'Celelalte au fost preluate. Pe acestea căutați-le în SPV, în browser; răspunsul ANAF a fost păstrat în {kept}.',
    ],
    [
      'The list of SPV messages has messages that could not be read (in all: {count}; {problem}).',
      "The others were imported. Look for these in SPV, in the browser; ANAF's answer was kept in {kept}.",
    ],
  ),
  'certificate-refused': entry(
    [
      'ANAF nu a acceptat certificatul ales.',
      'Verificați că tokenul este în calculator și alegeți certificatul înrolat în SPV, care nu a expirat. Dacă browserul nu mai întreabă, închideți-l complet: reține alegerea până la repornire.',
    ],
    [
      'ANAF did not accept the chosen certificate.',
      'Check that the token is plugged in, and choose the certificate that is enrolled in SPV and has not expired. If the browser no longer asks, close it completely: it remembers the choice until it is restarted.',
    ],
  ),
  'spv-technical': entry(
    [
      'SPV are o eroare tehnică: „{note}”.',
      'Încercați din nou mai târziu; dacă se repetă, comunicați codul {code} asistenței ANAF.',
    ],
    [
      'SPV has a technical error: "{note}".',
      "Try again later; if it happens again, report the code {code} to ANAF's support.",
    ],
  ),
} satisfies Record<keyof typeof MAILBOX_REASONS, Entry>
