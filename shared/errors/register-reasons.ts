import { type Entry, entry } from './entry.ts'

/** Failures of lookups in the public registers and of their batches. */
export const REGISTER_REASONS = {
  'list-unreadable': entry(
    'invalid-input',
    'input',
    ['Fișierul {fileName} nu poate fi citit ca listă: {problem}.', 'Alegeți un fișier text, CSV sau XLSX.'],
    ['The file {fileName} cannot be read as a list: {problem}.', 'Choose a text, CSV or XLSX file.'],
  ),
  'list-too-large': entry(
    'invalid-input',
    'input',
    [
      'Fișierul {fileName} are peste {most} MB; nu a fost citit.',
      'Păstrați numai coloana cu CUI-uri sau împărțiți lista.',
    ],
    [
      'The file {fileName} has more than {most} MB; it was not read.',
      'Keep only the column of CUIs, or split the list.',
    ],
  ),
  'list-unpacks-too-large': entry(
    'invalid-input',
    'input',
    [
      'Despachetat, registrul {fileName} are peste {most} MB în toate părțile lui la un loc; nu a fost citit.',
      'Copiați coloana cu CUI-uri într-un fișier nou.',
    ],
    [
      'Unpacked, all parts of the workbook {fileName} together have more than {most} MB; it was not read.',
      'Copy the column of CUIs into a new file.',
    ],
  ),
  'list-dtd': entry(
    'invalid-input',
    'input',
    [
      'Registrul {fileName} conține o declarație DOCTYPE; astfel de fișiere nu se citesc.',
      'Salvați-l din nou ca XLSX.',
    ],
    ['The workbook {fileName} has a DOCTYPE declaration; such files are not read.', 'Save it again as XLSX.'],
  ),
  'list-takes-too-long': entry(
    'invalid-input',
    'input',
    [
      'Citirea fișierului {fileName} nu s-a terminat în timpul permis și a fost oprită.',
      'Copiați coloana cu CUI-uri într-un fișier nou.',
    ],
    [
      'Reading the file {fileName} did not end in the time that it may take and was stopped.',
      'Copy the column of CUIs into a new file.',
    ],
  ),
  'list-takes-too-much': entry(
    'invalid-input',
    'input',
    [
      'Citirea fișierului {fileName} cere mai multă memorie decât este permis și a fost oprită.',
      'Copiați coloana cu CUI-uri într-un fișier nou.',
    ],
    [
      'Reading the file {fileName} takes more memory than it may and was stopped.',
      'Copy the column of CUIs into a new file.',
    ],
  ),
  'list-no-text': entry(
    'invalid-input',
    'input',
    ['Fișierul {fileName} nu este o listă: nu conține text.', 'Alegeți un fișier text, CSV sau XLSX.'],
    ['The file {fileName} is no list: it holds no text.', 'Choose a text, CSV or XLSX file.'],
  ),
  'list-old-excel': entry(
    'invalid-input',
    'input',
    [
      'Fișierul {fileName} este în formatul Excel vechi (.xls) sau este protejat cu parolă.',
      'Deschideți-l în Excel și salvați-l ca XLSX, fără parolă.',
    ],
    [
      'The file {fileName} is in the old Excel format (.xls), or protected by a password.',
      'Open it in Excel and save it as XLSX, without a password.',
    ],
  ),
  'list-empty': entry(
    'invalid-input',
    'input',
    ['Fișierul {fileName} nu conține niciun rând.', 'Alegeți un fișier cu CUI-uri.'],
    ['The file {fileName} holds no rows.', 'Choose a file with CUIs.'],
  ),
  'list-too-long': entry(
    'invalid-input',
    'input',
    ['Lista are {rows} rânduri; o listă poate avea cel mult {most}.', 'Împărțiți lista.'],
    ['The list has {rows} rows; a list may have {most} at most.', 'Split the list.'],
  ),
  'list-missing': entry(
    'not-found',
    'input',
    ['Lista nu mai este păstrată.', 'Alegeți din nou fișierul.'],
    ['The list is no longer kept.', 'Choose the file again.'],
  ),
  'register-silent': entry(
    'unexpected-answer',
    'authority',
    ['Registrul nu spune nimic despre CUI {cui}.', 'Încercați din nou mai târziu.'],
    ['The register says nothing of the CUI {cui}.', 'Try again later.'],
  ),
  'async-not-ready': entry(
    'service-unavailable',
    'authority',
    [
      'ANAF nu a pregătit încă răspunsul cererii {correlationId}.',
      'Încercați din nou peste câteva minute: cererea este păstrată.',
    ],
    [
      'The authority has not made the answer to the request {correlationId} yet.',
      'Try again in a few minutes: the request is kept.',
    ],
  ),
  'batch-unknown': entry(
    'not-found',
    'input',
    ['Nu există lista {id}.', 'Alegeți una din listele verificate.'],
    ['There is no list {id}.', 'Choose one of the checked lists.'],
  ),
  'async-result-gone': entry(
    'expired',
    'authority',
    [
      'Rezultatul cererii {correlationId} nu mai poate fi luat de la ANAF: „{note}”',
      'Rezultatul se dă o singură dată și se păstrează 3 zile. Întrebați din nou.',
    ],
    [
      'The result of the request {correlationId} can no longer be had from the authority: "{note}"',
      'A result is given out once and kept for 3 days. Ask again.',
    ],
  ),
} as const satisfies Record<string, Entry>
