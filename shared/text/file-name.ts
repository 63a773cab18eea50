import { withoutUnseen } from './visible.ts'

/** Longest name, in UTF-8 bytes: file systems take 255, and the browser may add a number. */
const MOST_BYTES = 200
/** Names that Windows keeps for devices, whatever their ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * A name under which a file may be saved, from one that others gave: nothing in it is unseen (a control of direction makes
 * `exe` look like `pdf`), leads into another folder, hides the file or is a device. Its ending stays.
 */
export function fileNameFrom(name: string): string {
  const clean = withoutUnseen(name)
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
