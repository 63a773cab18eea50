import { expect, test } from 'vitest'
import { visible, withoutUnseen } from './visible.ts'

const code = (character: string) => character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')

test('direction marks and other invisible characters are shown as signs and have no effect', () => {
  const characters = [
    ...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c',
    ...'\u200b\u200c\u200d\u2060\u2061\u206f\ufeff\u00ad\u180e\u034f\u3164\u115f\uffa0\u2028\u2029',
    ...'\u0000\u0007\u001b\u007f\u0085\u009f',
    '\u{e0041}',
    '\u{e01ef}',
    '\ud800',
  ]
  for (const character of characters) {
    expect(visible(`a${character}b`)).toBe(`a[U+${code(character)}]b`)
    expect(withoutUnseen(`a${character}b`)).toBe('ab')
  }
})

test('a file name that pretends another type shows its real characters', () => {
  expect(visible('factura\u202efdp.exe')).toBe('factura[U+202E]fdp.exe')
})

test('Romanian letters in either form, other alphabets, emoji, line ends and spaces stay', () => {
  for (const text of [
    'ȚIGLĂ & FIII ȘTEFĂNEȘTI S.R.L., str. Înfrățirii nr. 5',
    'T\u0326IGLA\u0306 s\u0327i t\u0327a\u0306ra\u0306', // letter plus combining mark
    'Ţiglă, Ştefan',
    'Äußerung, œuvre, Ψωμί, Хлеб, שלום, خبز, 株式会社',
    '1.234,50\u00a0lei\u202f✓ 😀❤️',
    'un rând\n\tal doilea\r\n',
  ])
    expect(visible(text)).toBe(text)
})
