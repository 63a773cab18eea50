import type { EmbeddedFont } from '@libpdf/core'
import { expect, test } from 'vitest'
import { wrap } from './wrap.ts'

test('U-11 a word is broken into any number of lines', () => {
  const font = { widthOfTextAtSize: (text: string) => text.length } as Pick<EmbeddedFont, 'widthOfTextAtSize'>
  const many = 1_000_000 // more than a call can have arguments
  expect(wrap(`a ${'W'.repeat(many)} b`, font as EmbeddedFont, 10, 1)).toHaveLength(many + 2)
})
