import type { EXPORT_REASONS } from '../reasons/export.ts'
import { type Entry, entry } from './entry.ts'

/** Failures of exports of many documents. */
export const EXPORT_SENTENCES = {
  'export-empty': entry(
    ['Niciun document nu se potrivește, așa că nu este nimic de salvat.', 'Alegeți alte rânduri sau alt filtru.'],
    ['No document matches, so there is nothing to save.', 'Choose other rows or another filter.'],
  ),
  'export-too-large': entry(
    ['Ați ales {count} documente; o salvare are cel mult {most}.', 'Împărțiți alegerea, de exemplu pe luni.'],
    ['{count} documents are selected; one export has at most {most}.', 'Split the selection, for instance by month.'],
  ),
  'export-zip-too-large': entry(
    [
      'Documentele alese nu încap într-o arhivă ZIP de {most} GB.',
      'Salvați-le într-un folder sau împărțiți alegerea, de exemplu pe luni.',
    ],
    [
      'The selected documents do not fit into one ZIP of {most} GB.',
      'Save them into a folder, or split the selection, for instance by month.',
    ],
  ),
  'export-folder': entry(
    ['Folderul {path} nu există sau nu este un folder.', 'Scrieți calea întreagă a unui folder care există.'],
    ['The folder {path} does not exist or is not a folder.', 'Write the whole path of a folder that exists.'],
  ),
  'export-unknown': entry(
    ['Nu există o salvare cu numărul {id}.', 'Alegeți documentele și salvați-le din nou.'],
    ['There is no export {id}.', 'Select the documents and export them again.'],
  ),
  'export-file-missing': entry(
    ['Fișierul salvării {id} nu mai este pe acest calculator.', 'Salvați documentele din nou.'],
    ['The file of export {id} is no longer on this computer.', 'Export the documents again.'],
  ),
} satisfies Record<keyof typeof EXPORT_REASONS, Entry>
