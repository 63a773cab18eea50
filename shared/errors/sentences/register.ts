import type { REGISTER_REASONS } from '../reasons/register.ts'
import { type Entry, entry } from './entry.ts'

/** Failures of lookups in the public registers and of their batches. */
export const REGISTER_SENTENCES = {
  'list-unreadable': entry(
    ['Fișierul {fileName} nu poate fi citit ca listă: {problem}.', 'Alegeți un fișier text, CSV sau XLSX.'],
    ['The file {fileName} cannot be read as a list: {problem}.', 'Choose a text, CSV or XLSX file.'],
  ),
  'list-too-large': entry(
    [
      'Fișierul {fileName} are peste {most} MB și nu a fost citit.',
      'Păstrați numai coloanele necesare sau împărțiți lista.',
    ],
    [
      'The file {fileName} is larger than {most} MB and was not read.',
      'Keep only the columns that are needed, or split the list.',
    ],
  ),
  'list-unpacks-too-large': entry(
    [
      'După dezarhivare, registrul {fileName} depășește {most} MB și nu a fost citit.',
      'Copiați coloanele necesare într-un fișier nou.',
    ],
    [
      'Unpacked, the workbook {fileName} is larger than {most} MB and was not read.',
      'Copy the columns that are needed into a new file.',
    ],
  ),
  'list-dtd': entry(
    [
      'Registrul {fileName} conține o declarație DOCTYPE; astfel de fișiere nu se citesc.',
      'Salvați-l din nou ca XLSX.',
    ],
    ['The workbook {fileName} contains a DOCTYPE declaration; such files are not read.', 'Save it again as XLSX.'],
  ),
  'list-takes-too-long': entry(
    [
      'Citirea fișierului {fileName} a depășit timpul permis și a fost oprită.',
      'Copiați coloanele necesare într-un fișier nou.',
    ],
    [
      'Reading the file {fileName} took longer than allowed and was stopped.',
      'Copy the columns that are needed into a new file.',
    ],
  ),
  'list-takes-too-much': entry(
    [
      'Citirea fișierului {fileName} cere mai multă memorie decât este permis și a fost oprită.',
      'Copiați coloanele necesare într-un fișier nou.',
    ],
    [
      'Reading the file {fileName} needed more memory than allowed and was stopped.',
      'Copy the columns that are needed into a new file.',
    ],
  ),
  'list-no-text': entry(
    ['Fișierul {fileName} nu este o listă: nu conține text.', 'Alegeți un fișier text, CSV sau XLSX.'],
    ['The file {fileName} is not a list: it contains no text.', 'Choose a text, CSV or XLSX file.'],
  ),
  'list-old-excel': entry(
    [
      'Fișierul {fileName} este în formatul Excel vechi (.xls) sau este protejat cu parolă.',
      'Deschideți-l în Excel și salvați-l ca XLSX, fără parolă.',
    ],
    [
      'The file {fileName} is in the old Excel format (.xls), or is protected by a password.',
      'Open it in Excel and save it as XLSX, without a password.',
    ],
  ),
  'list-empty': entry(
    ['Fișierul {fileName} nu conține niciun rând.', 'Alegeți un fișier cu conținut.'],
    ['The file {fileName} contains no rows.', 'Choose a file with content.'],
  ),
  'list-too-long': entry(
    ['Lista are {rows|de} rânduri; o listă poate avea cel mult {most}.', 'Împărțiți lista.'],
    ['The list has {rows} rows; a list may have at most {most}.', 'Split the list.'],
  ),
  'list-missing': entry(
    ['Lista nu mai este păstrată.', 'Alegeți din nou fișierul.'],
    ['The list is no longer kept.', 'Choose the file again.'],
  ),
  'register-silent': entry(
    ['Registrul nu a răspuns nimic despre CUI {cui}.', 'Încercați din nou mai târziu.'],
    ['The register answered nothing about CUI {cui}.', 'Try again later.'],
  ),
  'async-not-ready': entry(
    [
      'ANAF nu a pregătit încă răspunsul la cererea {correlationId}.',
      'Încercați din nou peste câteva minute; cererea este păstrată.',
    ],
    [
      'ANAF has not prepared the answer to request {correlationId} yet.',
      'Try again in a few minutes; the request is kept.',
    ],
  ),
  'batch-unknown': entry(
    ['Nu există lista {id}.', 'Alegeți una din listele verificate.'],
    ['There is no list {id}.', 'Choose one of the lists checked before.'],
  ),
  'async-result-gone': entry(
    [
      'Rezultatul cererii {correlationId} nu mai poate fi preluat de la ANAF: „{note}”',
      'ANAF dă rezultatul o singură dată și îl păstrează 3 zile. Interogați din nou.',
    ],
    [
      'The result of request {correlationId} can no longer be fetched from ANAF: "{note}"',
      'ANAF returns a result once and keeps it for 3 days. Ask again.',
    ],
  ),
} satisfies Record<keyof typeof REGISTER_REASONS, Entry>
