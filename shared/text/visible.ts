/**
 * Characters that are invisible and may have an effect: control characters, among them those that turn the direction of
 * what follows (U+202A–202E, U+2066–2069, U+200E/F, U+061C), characters without width, fillers, halves of surrogate
 * pairs.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]|\u034f/gu
/** Each of them that was met, as it is shown. Those that belong to a text of several lines are shown as they are. */
const SHOWN = new Map(['\t', '\n', '\r'].map(sign => [sign, sign]))

/**
 * A text from others (the authority, a partner, a file's name) as it may be shown: each invisible character becomes a
 * visible sign, `[U+202E]`. Letters with any marks, line ends and tabs stay. Only for showing: what is stored, sent or
 * compared stays as it came.
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

/** The same text for a file's name, where such signs would only disturb. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '')
}
