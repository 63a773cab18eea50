// An .ico file of PNG pictures, which Windows reads since Vista.

/** `pictures`: size in pixels to the PNG file's bytes; sizes below 256. */
export function icon(pictures) {
  const head = Buffer.alloc(6)
  head.writeUInt16LE(1, 2) // an icon, not a cursor
  head.writeUInt16LE(pictures.size, 4)
  let at = head.length + 16 * pictures.size
  const entries = [...pictures].map(([size, { length }]) => {
    const entry = Buffer.alloc(16)
    entry.writeUInt8(size, 0)
    entry.writeUInt8(size, 1)
    entry.writeUInt16LE(1, 4) // planes
    entry.writeUInt16LE(32, 6) // bits per pixel
    entry.writeUInt32LE(length, 8)
    entry.writeUInt32LE(at, 12)
    at += length
    return entry
  })
  return Buffer.concat([head, ...entries, ...pictures.values()])
}
