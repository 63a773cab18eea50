import { KINDS, MARK } from './mark.ts'

/** The letters of base64 that come from the mark alone, wherever it starts within other bytes. */
function inBase64(before: number): string {
  const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(MARK)]).toString('base64')
  const clean = Math.ceil((before * 8) / 6)
  return whole.slice(clean, Math.floor(((before + MARK.length) * 8) / 6))
}

/** As itself, in the spellings of a database, a log and a browser's own files. */
const SPELLINGS = [
  { form: Buffer.from(MARK), encoding: 'latin1', width: 1 },
  { form: Buffer.from(MARK, 'utf16le'), encoding: 'utf16le', width: 2 },
] as const
/** Inside something longer, where its kind is unreadable: in hexadecimal digits, in base64 (a JWT, HTTP Basic). */
const HIDDEN = [
  Buffer.from(Buffer.from(MARK).toString('hex')),
  Buffer.from(Buffer.from(MARK).toString('hex').toUpperCase()),
  ...[0, 1, 2].map(before => Buffer.from(inBase64(before))),
  // The beginning of every access and refresh token, to recognize a truncated one.
  Buffer.from(Buffer.from('{"alg":"RS512",').toString('base64url')),
]
/** The text after the mark; for a mark cut here the kind is still unknown. */
const KIND = new RegExp(`^(${KINDS.join('|')})-`)
/** Longest name of a kind with what ends it, bytes. */
const LONGEST_KIND = Math.max(...KINDS.map(kind => kind.length)) + 1

/** How many bytes of a text must be searched again together with the next piece. */
export const OVERLAP = Math.max(...HIDDEN.map(form => form.length), (MARK.length + LONGEST_KIND) * 2)

/** The planted values in the bytes: their kinds, or `encoded` if the kind is unreadable. */
export function findPlanted(bytes: Buffer): Set<string> {
  const found = new Set<string>()
  for (const { form, encoding, width } of SPELLINGS)
    for (let at = bytes.indexOf(form); at !== -1; at = bytes.indexOf(form, at + form.length)) {
      const from = at + form.length
      const [, kind] = KIND.exec(bytes.toString(encoding, from, from + LONGEST_KIND * width)) ?? []
      if (kind !== undefined) found.add(kind)
    }
  if (HIDDEN.some(form => bytes.includes(form))) found.add('encoded')
  return found
}

/** Searches a text that arrives in pieces; each kind is reported once. */
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
