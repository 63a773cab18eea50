import type { Readable, Writable } from 'node:stream'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Log } from '../log/log.ts'
import type { Context } from '../operations/core/handler.ts'
import type { OpenPort } from './browser-port.ts'
import { Dispatcher } from './dispatch.ts'
import { encodeFrame, FrameReader } from './frames.ts'

type Options = {
  input: Readable
  output: Writable
  run: (method: string, params: unknown, context: Context<unknown>) => Promise<unknown>
  explain: (error: unknown) => RecipisaError
  log: Log
  /** The extension's calls, over the same stream. */
  port: OpenPort
}

/** How long requests in flight may take after the browser has closed the port, ms: it kills the host after 2 s. */
const GRACE = 1000

/**
 * Answers requests until the browser closes the port or breaks the stream. Resolves when the requests in flight have
 * ended and all answers are written.
 */
export async function serve({ input, output, run, explain, log, port }: Options): Promise<void> {
  let open = true
  // A browser that is gone is no failure; the end of the input follows.
  output.on('error', error => {
    open = false
    log.warn('output-closed', { error })
  })
  const send = (json: string) => {
    if (open) output.write(encodeFrame(json))
  }
  const dispatcher = new Dispatcher({ run, send, explain, fetched: port.fetched })
  port.open(send)

  const reader = new FrameReader()
  const broken = await readFrames(input, reader, dispatcher, log)
  if (reader.partial && !broken) log.warn('frame-truncated')

  const late = new Promise<void>(resolve => setTimeout(resolve, GRACE).unref())
  await Promise.race([dispatcher.close(new RecipisaError('host-lost')), late])
  if (open) await new Promise<void>(resolve => output.write('', () => resolve()))
}

/** Reads until the end of the input, or until a frame breaks the stream (true). */
async function readFrames(input: Readable, reader: FrameReader, dispatcher: Dispatcher, log: Log): Promise<boolean> {
  try {
    for await (const chunk of input) {
      for (const event of reader.push(chunk as Buffer)) {
        if (event.kind === 'message') dispatcher.receive(event.value)
        else dispatcher.refuse(event.problem)
        if (event.kind !== 'message') log.warn('frame-invalid', { problem: event.problem })
        if (event.kind === 'broken') return true
      }
    }
  } catch (error) {
    log.warn('input-failed', { error }) // a broken pipe is the same as its end
  }
  return false
}
