import { expect, test } from 'vitest'
import { fold, hasWords, searchWords } from './search-words.ts'

test('texts compare without case and marks, with ș and ț in both spellings', () => {
  expect(fold('  ŞȘŢȚ  ăÂî Đ Łódź ﬁ ẞ\u00a0İ ')).toBe('sstt aai d lodz fi ss i')
  expect(fold('\u200eAl\u00adfa\u200b')).toBe('alfa')
  expect(searchWords(' RO14399840 Ștefan  ro ')).toEqual(['14399840', 'stefan', 'ro'])
  expect(searchWords('  ')).toEqual([])
  expect(searchWords('srl SRL  srl ')).toEqual(['srl'])
  expect(searchWords(Array.from({ length: 5000 }, (_, n) => `w${n}`).join(' '))).toHaveLength(100)
})

test('a CUI is found as people write it, a company with the dots of its legal form or without', () => {
  const cuis = [
    'RO 14399840',
    'Ro-14399840',
    'CUI 14399840',
    'CUI: RO14399840',
    'C.I.F. RO 14399840',
    'Cod fiscal: RO14399840',
    'CUI/CIF: RO14399840',
    'cui=14399840',
    'CUI-14399840',
    '\u200e14399840',
  ]
  for (const search of cuis) expect([search, searchWords(search)]).toEqual([search, ['14399840']])
  expect(searchWords('cui ro firma 12 cuibul 12')).toEqual(['cui', 'ro', 'firma', '12', 'cuibul'])
  for (const search of ['alfa srl', 'ALFA S.R.L.', 'SC Alfa SRL', 'S.C. „Alfa”', '14399840 "alfa srl"'])
    for (const name of ['S.C. ALFA S.R.L.', 'SC Alfa SRL'])
      expect([search, hasWords(`${name} 14399840`, search)]).toEqual([search, true])
  expect(hasWords('ALFA SA', 'alfa srl')).toBe(false)
})
