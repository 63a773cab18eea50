import { type Entry, entry } from './entry.ts'

/** Failures of uploads. */
export const UPLOAD_REASONS = {
  'outcome-unknown': entry(
    'outcome-unknown',
    'network',
    [
      'Nu se știe dacă depunerea a ajuns la ANAF: {problem}.',
      'O căutăm în liste; nu o trimiteți din nou până nu se lămurește.',
    ],
    [
      'Whether the filing reached the authority is not known: {problem}.',
      'It is being looked for in the lists; do not send it again before that is clear.',
    ],
  ),
  'filing-answer-unclear': entry(
    'outcome-unknown',
    'authority',
    [
      'ANAF a răspuns la depunere fără să spună că a înregistrat-o sau că a respins-o ({answer}).',
      'O căutăm la ANAF; nu o trimiteți din nou până nu se lămurește. Dacă nu apare, o puteți retrimite, cu confirmare.',
    ],
    [
      'The authority answered the filing without saying that it recorded or rejected it ({answer}).',
      'It is being looked for at the authority; do not send it again before that is clear. If it does not appear, you can send it once more and confirm that.',
    ],
  ),
  'upload-too-large': entry(
    'invalid-input',
    'input',
    [
      'Fișierul are {bytes} octeți; ANAF primește cel mult {limit} (10 MB).',
      'Micșorați atașamentele din factură; nu s-a trimis nimic.',
    ],
    [
      'The file has {bytes} bytes; the authority takes at most {limit} (10 MB).',
      "Make the invoice's attachments smaller; nothing was sent.",
    ],
  ),
  'upload-not-xml': entry(
    'invalid-input',
    'input',
    ['Fișierul {name} nu este un XML corect.', 'Exportați-l din nou din programul de facturare.'],
    ['The file {name} is no well-formed XML.', 'Export it again from the invoicing program.'],
  ),
  'upload-dtd': entry(
    'invalid-input',
    'input',
    ['Fișierul {name} conține o declarație DOCTYPE; astfel de fișiere nu se trimit.', 'Exportați-l fără ea.'],
    ['The file {name} has a DOCTYPE declaration; such files are not sent.', 'Export it without that.'],
  ),
  'upload-too-complex': entry(
    'invalid-input',
    'input',
    [
      'Fișierul {name} are mai multe elemente, atribute sau niveluri decât poate avea o factură; nu a fost citit.',
      'Verificați că ați ales fișierul potrivit.',
    ],
    [
      'The file {name} has more elements, attributes or levels than an invoice can have; it was not read.',
      'Check that you have chosen the right file.',
    ],
  ),
  'upload-standard': entry(
    'invalid-input',
    'input',
    [
      'Fișierul {name} nu este o factură UBL, o notă de creditare, o factură CII sau un mesaj RASP.',
      'Verificați că ați ales fișierul potrivit.',
    ],
    [
      'The file {name} is neither a UBL invoice nor a credit note, a CII invoice or a RASP message.',
      'Check that it is the right file.',
    ],
  ),
  'already-filed': entry(
    'invalid-input',
    'input',
    [
      'Exact același fișier a fost depus deja la {when} ({outcome}).',
      'Nu a fost trimis. Dacă îl vreți trimis încă o dată, confirmați anume acest lucru (--again).',
    ],
    [
      'Exactly the same file was filed before, {when} ({outcome}).',
      'It was not sent. If you want it sent once more, say so (--again).',
    ],
  ),
  'filing-under-way': entry(
    'invalid-input',
    'input',
    ['Exact același fișier tocmai se trimite.', 'Așteptați răspunsul ANAF; nu a fost trimis a doua oară.'],
    ['Exactly the same file is being sent.', "Wait for the authority's answer; it was not sent a second time."],
  ),
  'filing-not-started': entry(
    'cancelled',
    'ours',
    ['Programul s-a oprit înainte de a începe trimiterea; nu s-a trimis nimic.', 'Trimiteți din nou fișierul.'],
    ['The program ended before it began to send; nothing was sent.', 'Send the file again.'],
  ),
  'staged-missing': entry(
    'not-found',
    'input',
    ['Fișierul pregătit pentru trimitere nu mai este păstrat.', 'Alegeți din nou fișierul.'],
    ['The file that was to be sent is no longer kept.', 'Choose the file again.'],
  ),
} as const satisfies Record<string, Entry>
