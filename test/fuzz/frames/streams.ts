import fc from 'fast-check'
import { encodeFrame } from '../../../native-host/messaging/frames.ts'
import { MAX_FRAME_TO_HOST } from '../../../shared/protocol/envelope.ts'

/** A piece of a browser's output, and whether the stream can continue after it. */
export type Piece = {
  bytes: Buffer
  /** The expected result of a reader: a message, an invalid frame, or nothing at all. */
  means: 'message' | 'unreadable' | 'broken'
  value?: unknown
}

const header = (length: number): Buffer => Buffer.from(new Uint32Array([length]).buffer)
const framed = (body: Uint8Array): Buffer => Buffer.concat([header(body.length), body])

const isJson = (bytes: Uint8Array): boolean => {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return true
  } catch {
    return false // neither UTF-8 nor JSON, as the case wants it
  }
}

/** A whole frame: any JSON. */
const message: fc.Arbitrary<Piece> = fc
  .oneof(
    { weight: 5, arbitrary: fc.json({ stringUnit: 'binary', maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 500 }).map(levels => '['.repeat(levels) + ']'.repeat(levels)) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 20_000 }).map(length => JSON.stringify('ș'.repeat(length))) },
  )
  .map(json => ({ bytes: encodeFrame(json), means: 'message', value: JSON.parse(json) as unknown }))

/** A frame whose length is right, and whose content is no JSON or no UTF-8. */
const unreadable: fc.Arbitrary<Piece> = fc
  .oneof(
    fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
    fc.json().map(json => Buffer.from(json).subarray(0, -1)),
    fc.constantFrom('', 'undefined', 'NaN', "{'a':1}", '{"a":1}}', '{"a":1,}', '\ufeff').map(text => Buffer.from(text)),
    fc.constant(Buffer.from([0x22, 0xff, 0x22])),
    // JSON.parse of Node 26 corrupts the memory here.
    fc
      .tuple(fc.constantFrom('[', '{"a":', '"a":1,"b":[{'), fc.integer({ min: 501, max: 20_000 }))
      .map(([level, levels]) => Buffer.from(`{"a":"ș","b":[{"c":${level.repeat(levels)}`)),
  )
  .filter(bytes => !isJson(bytes))
  .map(body => ({ bytes: framed(body), means: 'unreadable' }))

/** A length that no browser writes. */
const broken: fc.Arbitrary<Piece> = fc
  .tuple(fc.integer({ min: MAX_FRAME_TO_HOST + 1, max: 2 ** 32 - 1 }), fc.uint8Array({ maxLength: 50 }))
  .map(([length, rest]) => ({ bytes: Buffer.concat([header(length), rest]), means: 'broken' }))

/** Frames one after the other; at most the last one breaks the stream. */
export const streams: fc.Arbitrary<readonly Piece[]> = fc
  .tuple(fc.array(fc.oneof(message, unreadable), { maxLength: 6 }), broken, fc.nat(7))
  .map(([pieces, last, isLast]) => (isLast === 0 ? [...pieces, last] : pieces))

/** The same stream whole and cut in places unrelated to its frames. */
export const cuts: fc.Arbitrary<readonly number[]> = fc.array(
  fc.nat(1000).map(n => n / 1000),
  {
    maxLength: 12,
  },
)

export function chunksOf(pieces: readonly Piece[], shares: readonly number[]): Buffer[] {
  const whole = Buffer.concat(pieces.map(({ bytes }) => bytes))
  const places = [...new Set([0, ...shares.map(share => Math.floor(share * whole.length)), whole.length])].toSorted(
    (a, b) => a - b,
  )
  return places.slice(1).map((end, n) => whole.subarray(places[n], end))
}

/** Messages that are not requests, and requests unknown to every host. */
export const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      id: fc.oneof(fc.integer(), fc.constant(1e308), fc.string(), fc.constant(null)),
      method: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString')),
      params: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.record({ cancel: fc.jsonValue() }),
  fc.record({ fetched: fc.jsonValue(), id: fc.jsonValue() }),
)
