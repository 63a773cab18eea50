import { withoutUnseen } from './visible.ts'

/** Longest name, in UTF-8 bytes: file systems allow 255, and the browser may add a number. */
const MOST_BYTES = 200
/**
 * How much of the beginning and the end of a longer name to read, characters: an attachment's name can have a million.
 */
const READ = { beginning: 500, end: 50 }
/** Names that Windows reserves for devices, whatever their extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * A safe name for a file, from a foreign name. It has no invisible characters (a direction mark makes `exe` look like
 * `pdf`), leads into no other folder, does not hide the file and is not a device. The extension stays.
 */
export function fileNameFrom(name: string): string {
  const isLong = name.length > READ.beginning + READ.end
  const clean = withoutUnseen(isLong ? name.slice(0, READ.beginning) + name.slice(-READ.end) : name)
    .replace(/[\\/:*?"<>|]+/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .replace(RESERVED, '_$1')
  const ending = /\.[^.\s]{1,10}$/.exec(clean)?.[0] ?? ''
  return `${shortened(clean.slice(0, clean.length - ending.length), MOST_BYTES - ending.length) || 'document'}${ending}`
}

/** As much of the beginning as fits, in whole characters. */
function shortened(text: string, bytes: number): string {
  const encoder = new TextEncoder()
  let length = 0
  let kept = ''
  for (const character of text) {
    length += encoder.encode(character).length
    if (length > bytes) break
    kept += character
  }
  return kept
}
