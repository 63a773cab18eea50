/** Longest text of a cell, characters: Excel holds 32,767. */
const MOST = 32_000

/**
 * The text without characters that XML cannot hold: an invoice may have control characters as references, which would
 * break the whole file.
 */
export function plainText(text: string): string {
  return text
    .slice(0, MOST)
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '')
}
