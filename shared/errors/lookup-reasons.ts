import { entry } from './entry.ts'

/** Failures of company lookups. */
export const LOOKUP_REASONS = {
  'list-unreadable': entry(
    'invalid-input',
    'input',
    ['Fișierul {fileName} nu poate fi citit ca listă: {problem}.', 'Alegeți un fișier text, CSV sau XLSX.'],
    ['The file {fileName} cannot be read as a list: {problem}.', 'Choose a text, CSV or XLSX file.'],
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
} as const
