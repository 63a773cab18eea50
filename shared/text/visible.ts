/**
 * Characters that are invisible and may have an effect: control characters, including those that reverse the direction
 * of following text (U+202A–202E, U+2066–2069, U+200E/F, U+061C), characters without width, fillers, halves of
 * surrogate pairs.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]|\u034f/gu
/** The shown form of each one met so far. Characters of multi-line text stay unchanged. */
const SHOWN = new Map(['\t', '\n', '\r'].map(sign => [sign, sign]))

/**
 * The displayable form of a foreign text (the authority's, a partner's, a file's name): each invisible character
 * becomes a visible sign, `[U+202E]`. Letters with any marks, line ends and tabs stay. Only for display: stored, sent
 * and compared texts stay unchanged.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, sign => SHOWN.get(sign) ?? show(sign))
}

function show(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const sign = `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
  SHOWN.set(character, sign)
  return sign
}

/** The same text for a file's name, where such signs would only be in the way. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '')
}
