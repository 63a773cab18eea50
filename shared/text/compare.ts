/** Order of two texts by their UTF-16 code units, whatever the language: negative, zero or positive. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
