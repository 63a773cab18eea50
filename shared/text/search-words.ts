/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = { đ: 'd', ð: 'd', ł: 'l', ø: 'o', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' }

/** Text without case, marks and repeated spaces, for the index and for queries alike (ș and ş become s). */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đðłøıßæœ]/g, letter => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Most words of one search: each becomes a condition of the query, and SQLite allows a depth of 1000. */
const MOST_WORDS = 100

/**
 * The distinct words of a search; from a pasted page, the first hundred. `RO` before a CUI is removed, because some
 * documents and lists write it and others do not.
 */
export function searchWords(query: string): string[] {
  const words = fold(query)
    .split(' ')
    .filter(word => word !== '')
    .map(word => /^ro(\d{2,10})$/.exec(word)?.[1] ?? word)
  return [...new Set(words)].slice(0, MOST_WORDS)
}
