/**
 * Amounts as people write them, Romanian or English: `1.234,50`, `1,234.50`, `1234,5`, `1234`. In hundredths of the
 * unit; undefined for any other text. Dots and commas that group three digits do not separate decimals.
 */
export function readAmount(text: string): number | undefined {
  const parts = /^(-?)(\d{1,3}(?:[.,]\d{3})+|\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text)
  if (!parts) return undefined
  const [, sign, whole = '', decimals = ''] = parts
  const separators = new Set(whole.replace(/\d/g, ''))
  // 1.234,567.00: nobody writes both between the thousands.
  if (separators.size > 1 || (decimals !== '' && separators.has(text.at(-1 - decimals.length) ?? ''))) return undefined
  const hundredths = Number(`${whole.replace(/[.,]/g, '')}${decimals.padEnd(2, '0')}`)
  return sign === '-' ? -hundredths : hundredths
}

/**
 * Whether a text can only be an amount: one with decimals or a sign. A number without these may also be something else.
 */
export function isPlainlyAmount(text: string): boolean {
  return /^-|[.,]\d{1,2}$/.test(text)
}

const CURRENCIES: Readonly<Record<string, string>> = {
  lei: 'RON',
  leu: 'RON',
  ron: 'RON',
  eur: 'EUR',
  euro: 'EUR',
  '€': 'EUR',
  usd: 'USD',
  $: 'USD',
  gbp: 'GBP',
  '£': 'GBP',
  chf: 'CHF',
  huf: 'HUF',
  bgn: 'BGN',
  pln: 'PLN',
}

/** ISO code of a currency as people write it after an amount; undefined for any other word. */
export function readCurrency(word: string): string | undefined {
  return CURRENCIES[word]
}
