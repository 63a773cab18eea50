import type { EmbeddedFont } from '@libpdf/core'
import { visible } from '../../shared/text/visible.ts'

/** Drawn for characters that the font lacks. */
export const MISSING = '□'

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
      line = pieces.pop() ?? ''
      // Not as arguments of one call: their number has a limit.
      for (const piece of pieces) lines.push(piece)
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

/**
 * The drawable text, with a mark for each character that the font lacks. Combining marks are first joined with their
 * letters.
 */
export function drawable(text: string, font: EmbeddedFont): string {
  const shown = visible(text.normalize('NFC'))
  return Array.from(shown, one => (/\s/.test(one) || font.canEncode(one) ? one : MISSING)).join('')
}
