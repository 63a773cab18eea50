import { fold } from '../../../shared/text/search-words.ts'

/** Longest part of a file name: the whole path stays below Windows' 260 characters. */
const PART_LENGTH = 40

/** Letters, digits and inner hyphens of a text, in ASCII: without separators and dots it is never a path. */
export function safePart(text: string): string {
  const upper = text !== text.toLowerCase()
  const ascii = upper ? fold(text).toUpperCase() : fold(text)
  return ascii
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, PART_LENGTH)
    .replace(/^-+|-+$/g, '')
}

/** Checks an id or CUI: only digits may become part of a path, wherever the id comes from. */
export function digits(text: string): string {
  if (!/^\d{1,20}$/.test(text)) throw new Error('an id or CUI that is not digits cannot name a file')
  return text
}
