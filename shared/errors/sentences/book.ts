import type { BOOK_REASONS } from '../reasons/book.ts'
import { type Entry, entry } from './entry.ts'

/** Failures on the way into the accounting program. */
export const BOOK_SENTENCES = {
  'book-export-unknown': entry(
    ['Exportul {id} nu există în arhivă.', 'Alegeți un export din listă.'],
    ['There is no export {id} in the archive.', 'Choose an export from the list.'],
  ),
  'book-export-gone': entry(
    [
      'Fișierul exportului {id} nu mai este păstrat: Recipisa păstrează fișierele exporturilor o săptămână.',
      'Exportați din nou aceleași facturi, alegând și facturile deja exportate.',
    ],
    [
      'The file of export {id} is no longer kept: Recipisa keeps the files of exports for a week.',
      'Export the same invoices again, including those already exported.',
    ],
  ),
  'book-not-an-invoice': entry(
    [
      'Documentul {id} nu este o factură pe care o putem citi, așa că nu a intrat în export.',
      'Deschideți XML-ul și operați factura de mână.',
    ],
    [
      'Document {id} is not an invoice that can be read, so it was left out of the export.',
      'Open the XML and enter the invoice by hand.',
    ],
  ),
  'book-amount-unreadable': entry(
    [
      'În factura {number}, „{value}” nu este o sumă, așa că factura nu a intrat în export.',
      'Deschideți XML-ul și operați factura de mână.',
    ],
    [
      'In invoice {number}, "{value}" is not an amount, so the invoice was left out of the export.',
      'Open the XML and enter the invoice by hand.',
    ],
  ),
  'book-fact-missing': entry(
    [
      'Facturii {number} îi lipsește din XML ceea ce cere acest format ({what}), așa că nu a intrat în export.',
      'Alegeți jurnalul XLSX pentru ea sau operați-o de mână.',
    ],
    [
      'The XML of invoice {number} lacks what this format needs ({what}), so it was left out of the export.',
      'Choose the XLSX journal for it, or enter it by hand.',
    ],
  ),
  'book-reverse-charge': entry(
    [
      'Factura {number} are taxare inversă numai la o parte din linii, iar acest format o poate spune doar despre toată factura, așa că nu a intrat în export.',
      'Alegeți jurnalul XLSX pentru ea sau operați-o de mână.',
    ],
    [
      'Only some lines of invoice {number} are under reverse charge. This format can say so only of a whole invoice, so it was left out of the export.',
      'Choose the XLSX journal for it, or enter it by hand.',
    ],
  ),
  'ledger-columns': entry(
    [
      'În fișierul {fileName} nu se vede care coloană are {missing}.',
      'Alegeți coloanele sau dați-le un cap de tabel, de exemplu „Nr. factură”, „CUI”, „Data”, „Total”.',
    ],
    [
      'The file {fileName} does not show which column holds {missing}.',
      'Choose the columns, or give them heads such as "Nr. factură", "CUI", "Data", "Total".',
    ],
  ),
  'ledger-missing': entry(
    ['Evidența nu mai este păstrată pe acest calculator.', 'Alegeți din nou fișierul.'],
    ['The ledger is no longer kept on this computer.', 'Choose the file again.'],
  ),
  'agreement-unknown': entry(
    ['Comparația {id} nu mai este păstrată.', 'Comparați din nou evidența cu SPV.'],
    ['Comparison {id} is no longer kept.', 'Compare the ledger with SPV again.'],
  ),
} satisfies Record<keyof typeof BOOK_REASONS, Entry>
