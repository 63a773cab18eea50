import type { roSheet } from '../ro/sheet.ts'
import type { SameKeys } from '../translate.ts'

export const enSheet: SameKeys<typeof roSheet> = {
  'sheet-number': 'the number',
  'sheet-sum': 'the sum',
  'more-actions': 'More actions',
  'pdf-save-title': 'Save the PDF to Downloads; Recipisa makes it if ANAF does not answer',
  'pdf-own': 'PDF made by Recipisa',
  'pdf-own-title': 'Save a PDF made on this computer from the XML',
  'pdf-authority': "ANAF's PDF",
  'pdf-own-down': 'ANAF did not make the PDF; Recipisa made this one from the XML.',
  'pdf-own-invalid': 'ANAF finds errors in the XML and makes no PDF; Recipisa made this one.',
  print: 'Print',
  'print-title': 'Open the invoice in a tab, ready to print on A4',
  'attachment-open': 'Open',
  'attachment-open-what': 'Open {name}',
  'attachment-save': 'Save',
  'attachment-save-what': 'Save {name}',
  'xml-raw': "The invoice's XML",
  'xml-shortened': { one: '1 more character', other: '{n} more characters' },
  'xml-more': 'The rest of the XML does not fit here; save it to see it whole.',
  'state-corrected-word': 'Corrected',
  'state-corrected': 'Corrected',
  'corrected-by-valid': 'Corrected by {name} · accepted',
  'corrected-by-pending': 'Corrected by {name} · processing',
  'corrected-by-refused': 'Corrected by {name} · with errors',
}
