/** A CUI found in a text: as it stands there, its digits, and whether its check digit is right (P-08). */
export type FoundCui = { text: string; cui: string; hasValidCheckDigit: boolean }

/** CUIs in a text as people select it, in its order, each once, 100 at most. */
export function findCuis(_text: string): FoundCui[] {
  return []
}
