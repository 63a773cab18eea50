/** Letters that are no base letter with a mark, so that decomposition leaves them as they are. */
const LETTERS: Readonly<Record<string, string>> = { đ: 'd', ð: 'd', ł: 'l', ø: 'o', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' }

/** Text without case, marks and runs of space, as it is both indexed and asked for (ș and ş are s alike). */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đðłøıßæœ]/g, letter => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Words of a search that count: each is a condition of the query, and SQLite takes 1000 deep. */
const MOST_WORDS = 100

/**
 * The words of a search, once each; a pasted page is looked for by its first hundred. A CUI is found with and without its
 * RO, since documents and lists differ there.
 */
export function searchWords(query: string): string[] {
  const words = fold(query)
    .split(' ')
    .filter(word => word !== '')
    .map(word => /^ro(\d{2,10})$/.exec(word)?.[1] ?? word)
  return [...new Set(words)].slice(0, MOST_WORDS)
}
