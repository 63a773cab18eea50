import { crc32, deflateSync } from 'node:zlib'

/**
 * A frame buffer that Xvfb keeps as a file (`-fbdir`) is an X window dump: a header of big-endian 32-bit words (size, then
 * width, height, bytes a line, number of colours at fixed places), a colour table of 12 bytes a colour, then pixels as
 * blue, green, red, unused.
 */
function layout(dump: Buffer) {
  const word = (index: number) => dump.readUInt32BE(index * 4)
  return { width: word(4), height: word(5), bytesPerLine: word(12), start: word(0) + word(19) * 12 }
}

/** 0 to 255 each. */
export type Colour = readonly [red: number, green: number, blue: number]

/** The middle of the box around all pixels of this colour; undefined if there are none. */
export function middleOf(dump: Buffer, [red, green, blue]: Colour): { x: number; y: number } | undefined {
  const { width, height, start, bytesPerLine } = layout(dump)
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const pixel = start + y * bytesPerLine + x * 4
      if (dump[pixel] !== blue || dump[pixel + 1] !== green || dump[pixel + 2] !== red) continue
      xs.push(x)
      ys.push(y)
    }
  const middle = (along: number[]) => ((along[0] ?? 0) + (along.at(-1) ?? 0)) / 2
  return ys.length > 0 ? { x: middle(xs.sort((a, b) => a - b)), y: middle(ys) } : undefined
}

/** The colour of one pixel. */
export function colourAt(dump: Buffer, { x, y }: { x: number; y: number }): Colour {
  const { start, bytesPerLine } = layout(dump)
  const pixel = start + y * bytesPerLine + x * 4
  return [dump.readUInt8(pixel + 2), dump.readUInt8(pixel + 1), dump.readUInt8(pixel)]
}

/** The whole picture as PNG. */
export function frameBufferToPng(dump: Buffer): Buffer {
  const { width, height, bytesPerLine, start } = layout(dump)
  const lines = Buffer.alloc(height * (1 + width * 3))
  let to = 0
  for (let y = 0; y < height; y++) {
    lines[to++] = 0 // PNG's filter "none"
    for (let x = 0; x < width; x++) {
      const pixel = start + y * bytesPerLine + x * 4
      for (const channel of [2, 1, 0]) lines[to++] = dump[pixel + channel] ?? 0
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8) // 8 bits a channel, red green blue
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
