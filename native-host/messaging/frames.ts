import { endianness } from 'node:os'
import { MAX_FRAME_TO_HOST } from '../../shared/protocol/envelope.ts'
import { parseJson } from '../../shared/text/json.ts'

/** A received frame, or why the bytes are not one. After `broken` the stream is unreadable (H-03). */
export type FrameEvent =
  | { kind: 'message'; value: unknown }
  | { kind: 'unreadable'; problem: string }
  | { kind: 'broken'; problem: string }

const HEADER = 4
const LITTLE = endianness() === 'LE'

/** Chrome's framing: 4-byte length in the machine's own byte order, then that many bytes of UTF-8 JSON (H-01). */
export function encodeFrame(json: string): Buffer {
  const length = Buffer.byteLength(json)
  const frame = Buffer.allocUnsafe(HEADER + length)
  if (LITTLE) frame.writeUInt32LE(length)
  else frame.writeUInt32BE(length)
  frame.write(json, HEADER)
  return frame
}

/**
 * Cuts a stream of bytes into frames. Chunks are kept unchanged and joined when a frame is complete, so a frame needs
 * its size in memory only once, and a false length needs nothing.
 */
export class FrameReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  #chunks: Buffer[] = []
  #held = 0
  #expected: number | undefined
  #broken = false

  /** Whether a frame is unfinished; at the end of the stream it is truncated. */
  get partial(): boolean {
    return this.#held > 0 || this.#expected !== undefined
  }

  *push(chunk: Buffer): Generator<FrameEvent> {
    if (this.#broken || chunk.length === 0) return
    this.#chunks.push(chunk)
    this.#held += chunk.length
    for (;;) {
      if (this.#expected === undefined) {
        if (this.#held < HEADER) return
        const header = this.#take(HEADER)
        this.#expected = LITTLE ? header.readUInt32LE() : header.readUInt32BE()
        if (this.#expected > MAX_FRAME_TO_HOST) {
          this.#broken = true
          this.#chunks = []
          yield { kind: 'broken', problem: `a length of ${this.#expected} bytes is more than ${MAX_FRAME_TO_HOST}` }
          return
        }
      }
      if (this.#held < this.#expected) return
      const body = this.#take(this.#expected)
      this.#expected = undefined
      yield this.#parse(body)
    }
  }

  #parse(body: Buffer): FrameEvent {
    let text: string
    try {
      text = this.#decoder.decode(body)
    } catch {
      return { kind: 'unreadable', problem: 'not UTF-8' } // the decoder gives no more details
    }
    try {
      return { kind: 'message', value: parseJson(text) }
    } catch {
      return { kind: 'unreadable', problem: 'not JSON' } // the parser's text would quote the message
    }
  }

  /** Removes and returns the first `size` bytes; the caller has made sure that they are there. */
  #take(size: number): Buffer {
    const parts: Buffer[] = []
    let missing = size
    let index = 0
    while (missing > 0) {
      const chunk = this.#chunks[index]
      if (!chunk) break
      if (chunk.length <= missing) {
        parts.push(chunk)
        missing -= chunk.length
        index++
      } else {
        parts.push(chunk.subarray(0, missing))
        this.#chunks[index] = chunk.subarray(missing)
        missing = 0
      }
    }
    this.#chunks.splice(0, index)
    this.#held -= size
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, size)
  }
}
