import { expect, test } from 'vitest'
import { readCell } from './cell.ts'

test.each([
  'RO 14399840',
  'RO14399840',
  'RO-14399840',
  'RO: 14399840',
  'CUI: RO-14399840',
  'ro 14399840',
  '14399840',
  '14.399.840',
  ' 14 399 840 ',
  'RO\u00a014\u00a0399\u00a0840',
  "'14399840",
  'CUI: 14399840',
  'C.I.F. RO 14399840',
  'Cod fiscal: 14.399.840',
  '14399840.0',
  '14399840,00',
  '1.4399840E7',
  '1.439984E+07',
  '1,4399840E7',
  '0014399840',
  '\u200b14399840\u200e',
  '\u2060RO\u00ad14399840',
  '14,399,840',
  'RO 14,399,840',
])('P-08 %s is the CUI 14399840', text => {
  expect(readCell(text)).toEqual({ cui: '14399840', problem: null })
})

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['\u00a0', 'empty'],
  ['abc', 'no-number'],
  ['RO', 'no-number'],
  ['Ștefan SRL', 'no-number'],
  ['-14399840', 'no-number'],
  ['14399840.5', 'no-number'],
  ['RO14399840.25', 'no-number'],
  ['1.44E+07', 'no-number'],
  ['1,43998E+07', 'no-number'],
  ['14,39,840', 'no-number'],
  ['14399840-1', 'no-number'],
  ['1.5E-3', 'no-number'],
  ['１４３９９８４０', 'no-number'],
  ['=14399840', 'no-number'],
  ['0', 'too-short'],
  ['00', 'too-short'],
  ['7', 'too-short'],
  ['12345678901', 'too-long'],
  ['123456789012', 'too-long'],
  ['1800101221144', 'personal-number'],
  ['1.8001012211440E12', 'personal-number'],
  ['12345678901234', 'too-long'],
  ['9'.repeat(10_000), 'too-long'],
])('what is no CUI is said on its row and never asked: %s is %s', (text, problem) => {
  expect(readCell(text)).toEqual({ cui: null, problem })
})
