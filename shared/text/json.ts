/**
 * Deepest nesting to read; the services, the protocol and people's files have some ten levels. Node 26 corrupts its own
 * memory, and dies soon after, when JSON of some 5,000 levels proves to be malformed.
 */
const MOST_LEVELS = 500

/** `JSON.parse` for foreign text. Also throws a SyntaxError for text nested too deeply. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`The JSON has more than ${MOST_LEVELS} levels.`)
  return JSON.parse(text)
}

/** One pass, correct up to the first fault of malformed JSON, where the parser stops. */
function isTooDeep(text: string): boolean {
  let levels = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === ']' || char === '}') levels--
    else if ((char === '[' || char === '{') && ++levels > MOST_LEVELS) return true
  }
  return false
}

/** The closing quote of the string that begins here, or the end of the text. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}
