import { crc32, inflateRawSync } from 'node:zlib'

/** A file in a ZIP, from the central directory (APPNOTE 4.3.12). */
export type ZipEntry = {
  /** Its bytes as Latin-1: no caller needs the character set. */
  name: string
  packing: number
  checksum: number
  packed: number
  /** Declared size when unpacked, bytes. */
  size: number
  /** Offset of the local header. */
  at: number
}

/** Signatures of the records (APPNOTE 4.3). */
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** Extra field for numbers that do not fit into 32 bits (APPNOTE 4.5.3), and the value that stands in their place. */
const ZIP64 = 0x0001
const ELSEWHERE = 0xffffffff
/** Longest comment after the last record, bytes. */
const MAX_COMMENT = 0xffff

/** Offset of a ZIP's last record; undefined if there is none. */
function endOfZip(zip: Uint8Array): number | undefined {
  const view = viewOf(zip)
  const first = Math.max(0, zip.length - 22 - MAX_COMMENT)
  for (let at = zip.length - 22; at >= first; at--) if (view.getUint32(at, true) === END) return at
  return undefined
}

/** Whether the bytes are a ZIP from the first to the last record; a truncated one is not. Unpacks nothing. */
export function isZip(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b || (bytes[2] !== 3 && bytes[2] !== 5)) return false
  return endOfZip(bytes) !== undefined
}

/** The files of a ZIP; undefined if its directory is damaged or names more than `most`. */
export function readEntries(zip: Uint8Array, most: number): ZipEntry[] | undefined {
  const end = endOfZip(zip)
  if (end === undefined) return undefined
  const view = viewOf(zip)
  const count = view.getUint16(end + 10, true)
  if (count > most) return undefined
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  while (entries.length < count) {
    if (at + 46 > zip.length || view.getUint32(at, true) !== CENTRAL) return undefined
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const extraEnd = nameEnd + view.getUint16(at + 30, true)
    const numbers = [24, 20, 42].map(offset => view.getUint32(at + offset, true))
    const [size = 0, packed = 0, local = 0] = numbers.includes(ELSEWHERE)
      ? inZip64(zip.subarray(nameEnd, extraEnd), numbers)
      : numbers
    entries.push({
      name: Buffer.from(zip.subarray(at + 46, nameEnd)).toString('latin1'),
      packing: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      ...{ packed, size, at: local },
    })
    at = extraEnd + view.getUint16(at + 32, true)
  }
  return entries
}

/** Replaces the numbers that are in the extra field; leaves the others, and any that the field lacks, unchanged. */
function inZip64(extra: Uint8Array, numbers: readonly number[]): number[] {
  const view = viewOf(extra)
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== ZIP64) continue
    let next = at + 4
    return numbers.map(number => {
      if (number !== ELSEWHERE || next + 8 > extra.length) return number
      next += 8
      return Number(view.getBigUint64(next - 8, true))
    })
  }
  return [...numbers]
}

/**
 * Unpacks a file, stored or deflated. `beyond` if it has more than `room` bytes, whatever it declares: never unpacks
 * more. `damaged` if it does not match its size and checksum, or is packed differently.
 */
export function unpackEntry(zip: Uint8Array, entry: ZipEntry, room: number): Uint8Array | 'beyond' | 'damaged' {
  const view = viewOf(zip)
  const { packing, checksum, packed, size, at } = entry
  if (at + 30 > zip.length || view.getUint32(at, true) !== LOCAL) return 'damaged'
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  const bytes = zip.subarray(start, start + packed)
  if (packing !== 0 && packing !== 8) return 'damaged'
  const content = packing === 0 ? bytes : inflate(bytes, room)
  if (typeof content === 'string') return content
  if (content.length > room) return 'beyond'
  return content.length === size && crc32(content) === checksum ? new Uint8Array(content) : 'damaged'
}

function inflate(bytes: Uint8Array, room: number): Uint8Array | 'beyond' | 'damaged' {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, room) })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'beyond' : 'damaged'
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
