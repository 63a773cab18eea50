import { CUI_LABELS } from './cui-labels.ts'

/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = { đ: 'd', ð: 'd', ł: 'l', ø: 'o', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' }

/**
 * Text without case, marks, invisible characters and repeated spaces, for the index and for queries alike (ș and ş
 * become s).
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .replace(/[đðłøıßæœ]/g, letter => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Most words of one search: each becomes a condition of the query, and SQLite allows a depth of 1000. */
const MOST_WORDS = 100

/** Labels before a CUI or CNP, and `RO` apart from the number. */
const LABELLED = new RegExp(`(?<!\\S)(?:${CUI_LABELS})?(?:RO[\\s.:-]{1,3})?(?=(?:RO)?\\d{1,13}(?!\\S))`, 'giu')

/** The search without labels of CUIs, which no document or list has. */
export const withoutCuiLabels = (query: string): string => query.replace(LABELLED, '')

/**
 * The distinct words of a search; from a pasted page, the first hundred. `RO` before a CUI is removed, because some
 * documents and lists write it and others do not.
 */
export function searchWords(query: string): string[] {
  const words = fold(withoutCuiLabels(query))
    .split(' ')
    .filter(word => word !== '')
    .map(word => /^ro(\d{2,10})$/.exec(word)?.[1] ?? word)
    .map(word => (LEGAL_FORMS.has(word.replaceAll('.', '')) ? word.replaceAll('.', '') : word))
  return [...new Set(words)].slice(0, MOST_WORDS)
}

/** Legal forms, which companies' names have with dots or without. */
const LEGAL_FORMS = new Set(['srl', 'sa', 'snc', 'scs', 'sca', 'sc', 'pfa', 'ii', 'if', 'ong', 'ra'])

/** A word of a search in each way that names spell it: `srl` is `s.r.l`, too. */
export const spellings = (word: string): string[] => (LEGAL_FORMS.has(word) ? [word, [...word].join('.')] : [word])

/** Whether a word is a number with its series, `fct1001`, which invoices also write as `FCT 1001`. */
export const isWithSeries = (word: string): boolean => /^[a-z]+\d+$/.test(word)

/** Whether a text has every word of a search; the words may be in quotes. */
export function hasWords(text: string, query: string): boolean {
  const folded = fold(text)
  return searchWords(query.replace(/["„”]/g, ' ')).every(word => spellings(word).some(one => folded.includes(one)))
}
