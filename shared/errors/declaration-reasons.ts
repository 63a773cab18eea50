import { entry } from './entry.ts'

/** Failures of declarations: the portal, the filing-status page, receipts. */
export const DECLARATION_REASONS = {
  'declaration-unknown': entry(
    'not-found',
    'input',
    ['Nu există depunerea {id}.', 'Alegeți una din listă.'],
    ['There is no filing {id}.', 'Choose one of the list.'],
  ),
  'already-declared': entry(
    'refused',
    'input',
    [
      'Acest fișier a fost depus pe {when} ({outcome}).',
      'Nu îl depuneți a doua oară; dacă chiar doriți, confirmați explicit depunerea repetată.',
    ],
    [
      'This file was filed on {when} ({outcome}).',
      'Do not file it twice; if you really want to, confirm it expressly.',
    ],
  ),
  'declaration-company-unknown': entry(
    'invalid-input',
    'input',
    ['CUI-ul din {fileName} nu poate fi citit.', 'Scrieți CUI-ul pentru care se depune.'],
    ['The CUI in {fileName} cannot be read.', 'Give the CUI that it is filed for.'],
  ),
  'portal-session-short': entry(
    'session-expired',
    'certificate',
    [
      'Sesiunea de pe portal mai ține {minutes} min, prea puțin pentru {files} fișiere.',
      'Reconectați-vă la portal, apoi depuneți.',
    ],
    [
      'The session of the portal lasts {minutes} more min, too little for {files} files.',
      'Sign in to the portal again, then file.',
    ],
  ),
  'receipt-missing': entry(
    'not-found',
    'ours',
    ['Recipisa cu indexul {index} nu este în arhivă.', 'Descărcați-o din pagina de stare sau verificați depunerea.'],
    ['The receipt of index {index} is not in the archive.', 'Download it from the status page, or check the filing.'],
  ),
  'receipt-unavailable': entry(
    'not-found',
    'authority',
    [
      'ANAF nu mai oferă recipisa cu indexul {index}.',
      'După 60 de zile se poate cere un duplicat în SPV („Duplicat Recipisa”).',
    ],
    [
      'The authority no longer offers the receipt of index {index}.',
      'After 60 days a duplicate can be requested in SPV ("Duplicat Recipisa").',
    ],
  ),
  'status-input-invalid': entry(
    'invalid-input',
    'authority',
    ['Pagina de stare nu acceptă datele: {message}.', 'Verificați indexul și CUI-ul.'],
    ['The status page does not take this: {message}.', 'Check the index and the CUI.'],
  ),
  'declaration-not-found': entry(
    'not-found',
    'authority',
    [
      'ANAF nu are nicio declarație cu numărul {number} pentru CUI {cui}.',
      'Verificați numărul și CUI-ul; imediat după depunere poate dura câteva minute.',
    ],
    [
      'The authority has no declaration of number {number} for CUI {cui}.',
      'Check number and CUI; right after filing it can take some minutes.',
    ],
  ),
} as const
