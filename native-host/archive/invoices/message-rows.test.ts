import { expect, test } from 'vitest'
import { NOON } from '../core/test-archive.fixture.ts'
import { searchText } from './message-rows.ts'

const ENTRY = {
  id: '3001',
  uploadIndex: '5001',
  cui: '14399840',
  kind: 'received',
  type: 'FACTURA PRIMITA',
  createdAt: NOON,
  details: 'Factura cu id_incarcare=5001 emisa de cif_emitent=361757 pentru cif_beneficiar=14399840',
  sellerCui: '361757',
  buyerCui: '14399840',
  selfBilled: false,
} as const

test('the text of searches has every word and number once, within a longer word or as its own', () => {
  const text = searchText(ENTRY, {
    number: 'FCT-5001',
    sellerName: 'Moara Vâlcea SRL',
    sellerCui: 'RO361757',
    buyerName: 'Valcea Trans SRL',
    buyerCui: '14399840',
  })
  expect(text.split(' ').toSorted()).toEqual([
    '14399840',
    '3001',
    'fct-5001',
    'moara',
    'ro361757',
    'srl',
    'trans',
    'valcea',
  ])
})

test('what the list says of a message that is no invoice is searched word by word', () => {
  const text = searchText({ ...ENTRY, kind: 'errors', details: 'Erori de validare la 5001' }, null)
  expect(text).toContain('erori')
})
