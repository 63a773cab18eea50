import type { DECLARATION_REASONS } from '../reasons/declaration.ts'
import { type Entry, entry } from './entry.ts'

/** Failures of declarations: the portal, the declaration status page, receipts. */
export const DECLARATION_SENTENCES = {
  'declaration-unknown': entry(
    ['Nu există declarația {id}.', 'Alegeți una din listă.'],
    ['There is no declaration {id}.', 'Choose one from the list.'],
  ),
  'already-declared': entry(
    [
      'Acest fișier a fost depus deja pe {when} ({outcome|state}).',
      'Nu îl depuneți a doua oară; dacă doriți totuși, confirmați depunerea repetată.',
    ],
    [
      'This file was submitted before, on {when} ({outcome|state}).',
      'Do not submit it twice; if you do want to, confirm it.',
    ],
  ),
  'declaration-held-off': entry(
    ['ANAF a cerut o pauză, de aceea declarația nu a fost depusă.', 'Depuneți-o din nou peste un minut.'],
    ['ANAF asked for a pause, so the declaration was not submitted.', 'Submit it again in a minute.'],
  ),
  'declaration-not-lost': entry(
    ['Starea declarației {id} este deja cunoscută.', 'Urmăriți indexul fără să alegeți o declarație.'],
    ['The state of declaration {id} is already known.', 'Track the index without choosing a declaration.'],
  ),
  'declaration-other': entry(
    [
      'Indexul {number} ({form}, {day}) este al altei declarații, nu al declarației {id}: firma, formularul, ziua sau perioada diferă.',
      'Comparați recipisele și alegeți indexul potrivit.',
    ],
    [
      'Index {number} ({form}, {day}) belongs to another declaration than {id}: company, form, day or period differ.',
      'Compare the receipts and choose the matching index.',
    ],
  ),
  'declaration-number-taken': entry(
    ['Indexul {number} aparține declarației {id}.', 'Comparați recipisele și alegeți indexul potrivit.'],
    ['Index {number} belongs to declaration {id}.', 'Compare the receipts and choose the matching index.'],
  ),
  'declaration-company-known': entry(
    [
      'Declarația {id} este pentru CUI {cui}, conform fișierului sau paginii de stare.',
      'Verificați dacă ați ales declarația potrivită.',
    ],
    [
      'Declaration {id} is for CUI {cui}, according to the file or the status page.',
      'Check that you chose the right declaration.',
    ],
  ),
  'declaration-company-unknown': entry(
    ['Din {fileName} nu reiese CUI-ul.', 'Scrieți CUI-ul firmei pentru care se depune.'],
    ['{fileName} does not show the CUI.', 'Enter the CUI of the company that you submit it for.'],
  ),
  'declaration-company-other': entry(
    ['{fileName} este pentru CUI {cui}, nu pentru {given}; nu s-a depus nimic.', 'Verificați fișierul și CUI-ul.'],
    ['{fileName} is for CUI {cui}, not for {given}; nothing was submitted.', 'Check the file and the CUI.'],
  ),
  'declaration-file-invalid': entry(
    ['{fileName} nu poate fi depus: nu este un PDF.', 'Alegeți PDF-ul semnat al declarației.'],
    ['{fileName} cannot be submitted: it is not a PDF.', 'Choose the signed PDF of the declaration.'],
  ),
  'declaration-unreadable': entry(
    ['{fileName} nu poate fi citit: PDF-ul este deteriorat sau criptat.', 'Regenerați PDF-ul și semnați-l.'],
    ['{fileName} cannot be read: the PDF is damaged or encrypted.', 'Regenerate the PDF and sign it.'],
  ),
  'declaration-not-signed': entry(
    ['{fileName} nu este semnat.', 'Semnați PDF-ul cu certificatul, apoi adăugați-l din nou.'],
    ['{fileName} is not signed.', 'Sign the PDF with the certificate, then add it again.'],
  ),
  'declaration-no-xml': entry(
    ['{fileName} nu are un XML atașat.', 'Generați PDF-ul cu programul ANAF, cu XML-ul atașat.'],
    ['{fileName} has no XML attached.', "Generate the PDF with ANAF's program, with the XML attached."],
  ),
  'declaration-too-large': entry(
    ['{fileName} are {size} MB; se pot depune fișiere de cel mult {most} MB.', 'Reduceți fișierul.'],
    ['{fileName} has {size} MB; files of at most {most} MB can be submitted.', 'Reduce the file.'],
  ),
  'declaration-untraceable': entry(
    [
      'Nu se știe încă dacă declarația a ajuns: pagina de stare nu poate fi interogată fără alt index al firmei.',
      'Adăugați un index al aceleiași firme sau sincronizați mesajele SPV; nu depuneți din nou până nu se lămurește.',
    ],
    [
      'It is not known yet whether the declaration arrived: the status page cannot be queried without another index of the company.',
      'Add an index of the same company, or sync the SPV messages; do not submit again until that is clear.',
    ],
  ),
  'declaration-ambiguous': entry(
    [
      'Din pagina de stare nu reiese care dintre declarațiile {form} depuse în acea zi este aceasta.',
      'Comparați recipisele și alegeți indexul ei; nu depuneți din nou până nu se lămurește.',
    ],
    [
      'The status page does not tell which of the {form} declarations of that day is this one.',
      'Compare the receipts and choose its index; do not submit again until that is clear.',
    ],
  ),
  'receipt-missing': entry(
    ['Recipisa cu indexul {index} nu este în arhivă.', 'Descărcați-o din pagina de stare sau verificați declarația.'],
    [
      'The receipt with index {index} is not in the archive.',
      'Download it from the status page, or check the declaration.',
    ],
  ),
  'receipt-unavailable': entry(
    [
      'ANAF nu oferă acum recipisa cu indexul {index}.',
      'Verificați din nou mai târziu; la peste 60 de zile de la depunere puteți solicita un duplicat în SPV („Duplicat Recipisa”).',
    ],
    [
      'ANAF does not offer the receipt with index {index} now.',
      'Check again later; more than 60 days after the submission you can request a duplicate in SPV ("Duplicat Recipisa").',
    ],
  ),
  'status-input-invalid': entry(
    ['Pagina de stare nu acceptă datele: {message}.', 'Verificați indexul și CUI-ul.'],
    ['The status page does not accept the input: {message}.', 'Check the index and the CUI.'],
  ),
  'declaration-not-found': entry(
    [
      'ANAF nu are nicio declarație cu numărul {number} pentru CUI {cui}.',
      'Verificați numărul și CUI-ul; imediat după depunere pot trece câteva minute.',
    ],
    [
      'ANAF has no declaration with number {number} for CUI {cui}.',
      'Check the number and the CUI; right after submission it can take a few minutes.',
    ],
  ),
  'captured-elsewhere': entry(
    [
      'Depunerea a fost făcută la {host}, dar profilul folosește altă adresă a ANAF.',
      'Verificați profilul din setări.',
    ],
    [
      'The declaration was submitted at {host}, but the profile uses another ANAF address.',
      'Check the profile in the settings.',
    ],
  ),
  'portal-page-unexpected': entry(
    ['Portalul a răspuns cu o pagină pe care Recipisa nu o recunoaște.', 'Încercați din nou peste câteva minute.'],
    ['The portal answered with a page that Recipisa does not recognise.', 'Try again in a few minutes.'],
  ),
  'portal-step-late': entry(
    [
      'Portalul a întrerupt conectarea: așteaptă certificatul doar un timp scurt.',
      'Încercați din nou și introduceți PIN-ul imediat.',
    ],
    [
      'The portal interrupted the sign-in: it waits only a short time for the certificate.',
      'Try again, and enter the PIN without delay.',
    ],
  ),
} satisfies Record<keyof typeof DECLARATION_REASONS, Entry>
