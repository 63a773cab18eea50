import type { EmbeddedFont } from '@libpdf/core'

/** Drawn for characters that the font does not have. */
const MISSING = '□'

/** The text in lines no wider than `width` (points). A word that is wider is broken between characters. */
export function wrap(text: string, font: EmbeddedFont, size: number, width: number): string[] {
  return text.split(/\r\n|\r|\n/).flatMap(paragraph => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(/[ \t]+/)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (font.widthOfTextAtSize(longer, size) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      const pieces = broken(word, font, size, width)
      lines.push(...pieces.slice(0, -1))
      line = pieces.at(-1) ?? ''
    }
    return [...lines, line]
  })
}

function broken(word: string, font: EmbeddedFont, size: number, width: number): string[] {
  const pieces: string[] = []
  let [piece, length] = ['', 0]
  for (const character of word) {
    const wide = font.widthOfTextAtSize(character, size)
    if (piece !== '' && length + wide > width) {
      pieces.push(piece)
      piece = ''
      length = 0
    }
    piece += character
    length += wide
  }
  return [...pieces, piece]
}

/** The text with a mark for each character that the font cannot draw; combining marks are joined with their letter first. */
export function drawable(text: string, font: EmbeddedFont): string {
  const plain = text.normalize('NFC').replace(/(?![\n\r\t])[\p{Cf}\p{Cc}]/gu, '')
  const controls = /[\n\r\t]/
  return Array.from(plain, one => (controls.test(one) || font.canEncode(one) ? one : MISSING)).join('')
}
