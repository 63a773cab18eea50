import { type Entry, entry } from './entry.ts'

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
  'declaration-held-off': entry(
    'rate-limited',
    'authority',
    ['ANAF a cerut o pauză: declarația nu a fost depusă.', 'Depuneți-o din nou peste un minut.'],
    ['The authority asked for a pause: the declaration was not filed.', 'File it again in a minute.'],
  ),
  'declaration-not-lost': entry(
    'refused',
    'input',
    ['Ce s-a întâmplat cu depunerea {id} este deja cunoscut.', 'Urmăriți indexul fără să o alegeți.'],
    ['What became of filing {id} is known already.', 'Follow the index without choosing it.'],
  ),
  'declaration-other': entry(
    'refused',
    'input',
    [
      'Indexul {number} ({form}, {day}) este altă depunere decât {id}: firma, formularul, ziua sau perioada diferă.',
      'Comparați recipisele și alegeți indexul potrivit.',
    ],
    [
      'Index {number} ({form}, {day}) is another filing than {id}: company, form, day or period differ.',
      'Compare the receipts and choose the index that fits.',
    ],
  ),
  'declaration-number-taken': entry(
    'refused',
    'input',
    ['Indexul {number} este al depunerii {id}.', 'Comparați recipisele și alegeți indexul potrivit.'],
    ['Index {number} is that of filing {id}.', 'Compare the receipts and choose the index that fits.'],
  ),
  'declaration-company-known': entry(
    'refused',
    'input',
    [
      'Depunerea {id} este pentru CUI {cui}: așa spune fișierul sau pagina de stare.',
      'Verificați dacă ați ales depunerea potrivită.',
    ],
    [
      'Filing {id} is for CUI {cui}: the file or the status page says so.',
      'Check whether you have chosen the right filing.',
    ],
  ),
  'declaration-company-unknown': entry(
    'invalid-input',
    'input',
    ['CUI-ul din {fileName} nu poate fi citit.', 'Scrieți CUI-ul pentru care se depune.'],
    ['The CUI in {fileName} cannot be read.', 'Give the CUI that it is filed for.'],
  ),
  'declaration-company-other': entry(
    'invalid-input',
    'input',
    ['{fileName} este pentru CUI {cui}, nu pentru {given}; nu s-a depus nimic.', 'Verificați fișierul și CUI-ul.'],
    ['{fileName} is for CUI {cui}, not for {given}; nothing was filed.', 'Check the file and the CUI.'],
  ),
  'declaration-file-invalid': entry(
    'invalid-input',
    'input',
    ['{fileName} nu poate fi depus: nu este un PDF.', 'Alegeți declarația PDF semnată.'],
    ['{fileName} cannot be filed: it is no PDF.', 'Choose the signed PDF of the declaration.'],
  ),
  'declaration-unreadable': entry(
    'invalid-input',
    'input',
    ['{fileName} nu poate fi citit: PDF-ul este deteriorat sau criptat.', 'Generați PDF-ul din nou și semnați-l.'],
    ['{fileName} cannot be read: the PDF is damaged or encrypted.', 'Make the PDF anew and sign it.'],
  ),
  'declaration-not-signed': entry(
    'invalid-input',
    'input',
    ['{fileName} nu este semnat.', 'Semnați PDF-ul cu certificatul, apoi adăugați-l din nou.'],
    ['{fileName} is not signed.', 'Sign the PDF with the certificate, then add it again.'],
  ),
  'declaration-no-xml': entry(
    'invalid-input',
    'input',
    ['{fileName} nu are un XML atașat.', 'Generați PDF-ul cu programul ANAF, cu XML-ul atașat.'],
    ['{fileName} has no XML attached.', "Make the PDF with the authority's program, with the XML attached."],
  ),
  'declaration-too-large': entry(
    'invalid-input',
    'input',
    ['{fileName} are {size} MB; se pot depune fișiere de cel mult {most} MB.', 'Micșorați fișierul.'],
    ['{fileName} has {size} MB; files of {most} MB at most can be filed.', 'Make the file smaller.'],
  ),
  'declaration-untraceable': entry(
    'outcome-unknown',
    'authority',
    [
      'Nu știm încă dacă a ajuns: pagina de stare nu poate fi întrebată fără un alt index al firmei.',
      'Adăugați un index al aceleiași firme sau sincronizați mesajele SPV; nu depuneți din nou până nu știm.',
    ],
    [
      'We do not know yet whether it arrived: the status page cannot be asked without another index of the company.',
      'Add an index of the same company, or sync the SPV messages; do not file again before we know.',
    ],
  ),
  'declaration-ambiguous': entry(
    'outcome-unknown',
    'authority',
    [
      'Pagina de stare nu spune care dintre depunerile {form} din acea zi este aceasta.',
      'Comparați recipisele și spuneți ce index este al ei; nu depuneți din nou până nu știți.',
    ],
    [
      'The status page does not tell which of the {form} filings of that day is this one.',
      'Compare the receipts and say which index is its own; do not file again before you know.',
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
  'captured-elsewhere': entry(
    'refused',
    'input',
    [
      'Depunerea a fost făcută la {host}, iar profilul folosește altă adresă a ANAF.',
      'Verificați profilul din setări.',
    ],
    [
      'The filing was made at {host}, and the profile is for another address of the authority.',
      'Check the profile in the settings.',
    ],
  ),
  'portal-page-unexpected': entry(
    'unexpected-answer',
    'authority',
    ['Portalul a răspuns cu o pagină pe care nu o recunoaștem.', 'Încercați din nou peste câteva minute.'],
    ['The portal answered with a page that we do not recognise.', 'Try again in a few minutes.'],
  ),
  'portal-step-late': entry(
    'unreachable',
    'certificate',
    [
      'Portalul a întrerupt conectarea: așteaptă certificatul doar scurt timp.',
      'Încercați din nou și introduceți PIN-ul fără pauză.',
    ],
    [
      'The portal broke the sign-in off: it waits for the certificate for a short time only.',
      'Try again, and enter the PIN without a pause.',
    ],
  ),
} as const satisfies Record<string, Entry>
