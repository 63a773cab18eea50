import type { UPLOAD_REASONS } from '../reasons/upload.ts'
import { type Entry, entry } from './entry.ts'

/** Failures of uploads. */
export const UPLOAD_SENTENCES = {
  'outcome-unknown': entry(
    [
      'Nu se știe dacă documentul a ajuns la ANAF: nu s-a primit un răspuns complet[ ({problem})].',
      'Recipisa îl caută la ANAF; nu îl trimiteți din nou până nu se lămurește.',
    ],
    [
      'It is not known whether the document reached ANAF: no complete answer came back[ ({problem})].',
      'Recipisa is looking for it at ANAF; do not send it again until that is clear.',
    ],
  ),
  'filing-answer-unclear': entry(
    [
      'ANAF a răspuns fără să spună dacă a înregistrat sau a respins documentul ({answer}).',
      'Recipisa îl caută la ANAF; nu îl trimiteți din nou până nu se lămurește. Dacă nu apare, îl puteți retrimite, cu confirmare.',
    ],
    [
      'ANAF answered without saying whether it recorded or rejected the document ({answer}).',
      'Recipisa is looking for it at ANAF; do not send it again until that is clear. If it does not appear, you can send it once more, after confirming.',
    ],
  ),
  'upload-not-found': entry(
    [
      'Documentul nu a apărut în listele ANAF în două zile de căutare; probabil nu a ajuns.',
      'Verificați în SPV; dacă nu este nici acolo, trimiteți-l din nou, cu confirmare.',
    ],
    [
      "Two days of searching did not find the document in ANAF's lists; it probably did not arrive.",
      'Look in SPV; if it is not there either, send it once more, after confirming.',
    ],
  ),
  'upload-too-large': entry(
    [
      'Fișierul are {bytes|de} octeți; ANAF acceptă cel mult {limit} (10 MB).',
      'Reduceți atașamentele facturii; nu s-a trimis nimic.',
    ],
    [
      'The file has {bytes} bytes; ANAF accepts at most {limit} (10 MB).',
      "Reduce the invoice's attachments; nothing was sent.",
    ],
  ),
  'upload-not-xml': entry(
    ['Fișierul {name} nu este un XML corect.', 'Exportați-l din nou din programul de facturare.'],
    ['The file {name} is not well-formed XML.', 'Export it again from the invoicing program.'],
  ),
  'upload-dtd': entry(
    [
      'Fișierul {name} conține o declarație DOCTYPE; astfel de fișiere nu se trimit.',
      'Exportați-l fără această declarație.',
    ],
    ['The file {name} contains a DOCTYPE declaration; such files are not sent.', 'Export it without the declaration.'],
  ),
  'upload-too-complex': entry(
    [
      'Fișierul {name} are mai multe elemente, atribute sau niveluri decât poate avea o factură; nu a fost citit.',
      'Verificați că ați ales fișierul potrivit.',
    ],
    [
      'The file {name} has more elements, attributes or levels than an invoice can have; it was not read.',
      'Check that you chose the right file.',
    ],
  ),
  'upload-standard': entry(
    [
      'Fișierul {name} nu este o factură UBL, o notă de creditare, o factură CII sau un mesaj RASP.',
      'Verificați că ați ales fișierul potrivit.',
    ],
    [
      'The file {name} is not a UBL invoice, a credit note, a CII invoice or a RASP message.',
      'Check that you chose the right file.',
    ],
  ),
  'already-filed': entry(
    [
      'Exact același fișier a fost transmis deja pe {when} ({outcome|state}).',
      'Nu a fost trimis din nou. Dacă doriți totuși să îl trimiteți încă o dată, confirmați (--again).',
    ],
    [
      'Exactly the same file was sent before, on {when} ({outcome|state}).',
      'It was not sent again. If you do want to send it once more, confirm it (--again).',
    ],
  ),
  'filing-under-way': entry(
    [
      'Exact același fișier este în curs de transmitere.',
      'Așteptați răspunsul ANAF; fișierul nu a fost trimis a doua oară.',
    ],
    ['Exactly the same file is being sent.', "Wait for ANAF's answer; the file was not sent a second time."],
  ),
  'filing-not-started': entry(
    ['Programul s-a oprit înainte de a începe transmiterea; nu s-a trimis nimic.', 'Trimiteți din nou fișierul.'],
    ['The program stopped before it began to send; nothing was sent.', 'Send the file again.'],
  ),
  'upload-waited-too-long': entry(
    [
      'Documentul a așteptat mai mult de o zi până să poată fi transmis; nu l-am mai trimis.',
      'Verificați dacă nu a fost încărcat între timp pe altă cale, apoi încărcați-l din nou.',
    ],
    [
      'The document waited for more than a day until it could be sent; it was not sent any more.',
      'Check that it was not uploaded in another way meanwhile, then upload it again.',
    ],
  ),
  'staged-missing': entry(
    ['Fișierul pregătit pentru transmitere nu mai este păstrat.', 'Alegeți din nou fișierul.'],
    ['The file prepared for sending is no longer kept.', 'Choose the file again.'],
  ),
} satisfies Record<keyof typeof UPLOAD_REASONS, Entry>
