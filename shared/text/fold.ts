/** The form for comparing the authority's wordings: without accents, case and runs of space (E-22). */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
