const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text escaped for a place between two tags of XML or HTML, or between the double quotes of an attribute. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, character => NAMED[character] ?? character)
