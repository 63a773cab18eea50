/** The form in which the authority's wordings are compared: without accents, case and runs of space (E-22). */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
