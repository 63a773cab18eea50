import { expect, test } from 'vitest'
import { encodeFrame, type FrameEvent, FrameReader } from './frames.ts'

const header = (length: number) => {
  const bytes = new Uint32Array([length])
  return Buffer.from(bytes.buffer)
}
const readAll = (reader: FrameReader, ...chunks: Buffer[]): FrameEvent[] =>
  chunks.flatMap(chunk => [...reader.push(chunk)])
const message = (value: unknown): FrameEvent => ({ kind: 'message', value })

test('H-01 a frame is a native-endian 32-bit length and that many bytes of UTF-8 JSON', () => {
  const frame = encodeFrame('{"a":"ș"}')
  expect(new Uint32Array(frame.buffer.slice(frame.byteOffset, frame.byteOffset + 4))[0]).toBe(10)
  expect(frame.subarray(4).toString('utf8')).toBe('{"a":"ș"}')
  expect(readAll(new FrameReader(), frame)).toEqual([message({ a: 'ș' })])
})

test('H-01 frames are found wherever the pipe cuts the bytes', () => {
  const bytes = Buffer.concat([encodeFrame('{"id":1}'), encodeFrame('"țară"'), encodeFrame('[]')])
  const expected = [message({ id: 1 }), message('țară'), message([])]
  for (let size = 1; size <= bytes.length; size++) {
    const reader = new FrameReader()
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    )
    expect(readAll(reader, ...chunks)).toEqual(expected)
    expect(reader.partial).toBe(false)
  }
})

test('H-03 a frame that is not JSON or not UTF-8 is reported, and the next one is read', () => {
  const bad = Buffer.concat([header(2), Buffer.from([0xc3, 0x28])])
  const events = readAll(new FrameReader(), encodeFrame('{oops'), bad, encodeFrame(''), encodeFrame('1'))
  expect(events).toEqual([
    { kind: 'unreadable', problem: 'not JSON' },
    { kind: 'unreadable', problem: 'not UTF-8' },
    { kind: 'unreadable', problem: 'not JSON' },
    message(1),
  ])
})

test('H-03 a huge length ends the reading and costs no memory', () => {
  const reader = new FrameReader()
  const [event, ...rest] = readAll(reader, header(0xffff_fff0), encodeFrame('1'))
  expect(event?.kind).toBe('broken')
  expect(rest).toEqual([])
})

test('H-03 a length that lies leaves a partial frame', () => {
  const reader = new FrameReader()
  expect(readAll(reader, header(60_000_000), Buffer.from('{"id":1}'))).toEqual([])
  expect(reader.partial).toBe(true)
})

test('a message of 48 MiB in pipe-sized chunks is read once, not once a chunk', () => {
  const frame = encodeFrame(JSON.stringify('x'.repeat(48 * 1024 * 1024)))
  const reader = new FrameReader()
  const events: FrameEvent[] = []
  for (let at = 0; at < frame.length; at += 65_536) events.push(...reader.push(frame.subarray(at, at + 65_536)))
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({ kind: 'message' })
})
