/**
 * What is not seen where it stands and may do something there: controls, among them those that turn the direction of what
 * follows (U+202A–202E, U+2066–2069, U+200E/F, U+061C), characters without width, fillers, halves of surrogate pairs.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]|\u034f/gu
/** Of them, what belongs to a text of several lines. */
const LAYOUT = /[\t\n\r]/

/**
 * A text of others (the authority's, a partner's, a file's name) as it may be shown: what would be obeyed without being
 * seen stands there as a sign, `[U+202E]`. Letters with any marks are left as they are, and so are line ends and tabs. For
 * showing only: what is kept, sent or compared stays as it came.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, sign => (LAYOUT.test(sign) ? sign : signOf(sign)))
}

function signOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
}

/** The same text as a part of a file's name, where a sign would only be in the way. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '')
}
