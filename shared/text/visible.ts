/**
 * Characters that are invisible and may have an effect: control characters, among them those that turn the direction of
 * what follows (U+202A–202E, U+2066–2069, U+200E/F, U+061C), characters without width, fillers, halves of surrogate
 * pairs.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]|\u034f/gu
/** Those among them that belong to a text of several lines. */
const LAYOUT = /[\t\n\r]/

/**
 * A text from others (the authority, a partner, a file's name) as it may be shown: each invisible character becomes a
 * visible sign, `[U+202E]`. Letters with any marks, line ends and tabs stay. Only for showing: what is stored, sent or
 * compared stays as it came.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, sign => (LAYOUT.test(sign) ? sign : signOf(sign)))
}

function signOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
}

/** The same text for a file's name, where such signs would only disturb. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '')
}
