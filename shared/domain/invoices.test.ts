import { expect, test } from 'vitest'
import { kindOfType } from './invoices.ts'

test('E-15 the kind follows from the type, whatever its case and space; an unknown type is another kind', () => {
  expect(
    [
      'FACTURA TRIMISA',
      ' factura primita ',
      'Erori Factura',
      'MESAJ CUMPARATOR PRIMIT / MESAJ CUMPARATOR TRANSMIS',
      'mesaj cumparator',
      'FACTURA TRIMISA 2',
      'ALT MESAJ CUMPARATOR',
      '',
    ].map(kindOfType),
  ).toEqual(['sent', 'received', 'errors', 'buyer-message', 'buyer-message', 'other', 'other', 'other'])
})
