const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text between two tags of XML. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, character => ENTITIES[character] ?? character)
}
