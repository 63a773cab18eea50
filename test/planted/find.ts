import { KINDS, MARK } from './mark.ts'

/** The letters of base64 that come from the mark alone, wherever it stands among other bytes. */
function inBase64(before: number): string {
  const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(MARK)]).toString('base64')
  const clean = Math.ceil((before * 8) / 6)
  return whole.slice(clean, Math.floor(((before + MARK.length) * 8) / 6))
}

/** As a program may write it down: as it is, in UTF-16, in hexadecimal digits, in base64 (a JWT, HTTP Basic). */
const FORMS = [
  Buffer.from(MARK, 'utf16le'),
  Buffer.from(Buffer.from(MARK).toString('hex')),
  Buffer.from(Buffer.from(MARK).toString('hex').toUpperCase()),
  ...[0, 1, 2].map(before => Buffer.from(inBase64(before))),
  // The beginning of every access and refresh token, for one that was cut.
  Buffer.from(Buffer.from('{"alg":"RS512",').toString('base64url')),
]
const PLAIN = Buffer.from(MARK)
/** What follows the mark; of one that is cut here nothing is known yet. */
const KIND = new RegExp(`^(${KINDS.join('|')})-`)
/** Longest name of a kind with what ends it, bytes. */
const LONGEST_KIND = Math.max(...KINDS.map(kind => kind.length)) + 1

/** How much of a text has to be looked at again with what follows it, bytes. */
export const OVERLAP = Math.max(...FORMS.map(form => form.length)) + LONGEST_KIND

/** Which planted values stand in the bytes: their kinds, or `encoded` for one in another form than its own. */
export function findPlanted(bytes: Buffer): Set<string> {
  const found = new Set<string>()
  for (let at = bytes.indexOf(PLAIN); at !== -1; at = bytes.indexOf(PLAIN, at + PLAIN.length)) {
    const after = bytes.toString('latin1', at + PLAIN.length, at + PLAIN.length + LONGEST_KIND)
    const [, kind] = KIND.exec(after) ?? []
    if (kind !== undefined) found.add(kind)
  }
  if (FORMS.some(form => bytes.includes(form))) found.add('encoded')
  return found
}

/** Looks through a text that comes in pieces; each kind is reported once. */
export function createFinder(): (piece: Buffer) => string[] {
  let rest = Buffer.alloc(0)
  const known = new Set<string>()
  return piece => {
    const bytes = Buffer.concat([rest, piece])
    rest = Buffer.from(bytes.subarray(-OVERLAP))
    const found = [...findPlanted(bytes)].filter(kind => !known.has(kind))
    for (const kind of found) known.add(kind)
    return found
  }
}
