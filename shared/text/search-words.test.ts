import { expect, test } from 'vitest'
import { fold, searchWords } from './search-words.ts'

test('texts compare without case and marks, with ș and ț in both spellings', () => {
  expect(fold('  ŞȘŢȚ  ăÂî Đ Łódź ﬁ ẞ\u00a0İ ')).toBe('sstt aai d lodz fi ss i')
  expect(searchWords(' RO14399840 Ștefan  ro ')).toEqual(['14399840', 'stefan', 'ro'])
  expect(searchWords('  ')).toEqual([])
  expect(searchWords('srl SRL  srl ')).toEqual(['srl'])
  expect(searchWords(Array.from({ length: 5000 }, (_, n) => `w${n}`).join(' '))).toHaveLength(100)
})
