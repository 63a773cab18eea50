import { encodeFrame, type FrameEvent, FrameReader } from '../../../native-host/messaging/frames.ts'
import { holdStep } from '../support/steps.ts'
import { chunksOf, type Piece } from './streams.ts'

const NEXT = { id: 1, method: 'profile.get', params: {} }

/** A reader recognizes each piece, wherever the stream is cut, and reads the next request unless the stream is broken. */
export async function tryStream(pieces: readonly Piece[], cuts: readonly number[]): Promise<void> {
  const next: Piece = { bytes: encodeFrame(JSON.stringify(NEXT)), means: 'message', value: NEXT }
  const chunks = chunksOf([...pieces, next], cuts)
  let events: FrameEvent[] = []
  await holdStep(() => {
    const reader = new FrameReader()
    events = chunks.flatMap(chunk => [...reader.push(chunk)])
    if (events.at(-1)?.kind !== 'broken' && reader.partial) throw new Error('the reader waits for more')
  })
  const end = pieces.findIndex(({ means }) => means === 'broken')
  const meant = end < 0 ? [...pieces, next] : pieces.slice(0, end + 1)
  if (events.length !== meant.length) throw new Error(`${meant.length} frames became ${events.length}`)
  for (const [n, event] of events.entries()) {
    const { means, value } = meant[n] as Piece
    const isSame =
      event.kind === means && (event.kind !== 'message' || JSON.stringify(event.value) === JSON.stringify(value))
    if (!isSame) throw new Error(`frame ${n + 1} is ${means} and was read as ${event.kind}`)
  }
}

/** Truncated input never makes a reader fail, and it buffers no more than the input. */
export async function tryNoise(bytes: Uint8Array, cuts: readonly number[]): Promise<void> {
  const chunks = chunksOf([{ bytes: Buffer.from(bytes), means: 'broken' }], cuts)
  await holdStep(() => {
    const reader = new FrameReader()
    for (const chunk of chunks) for (const event of reader.push(chunk)) if (event.kind === 'broken') return
  })
}
