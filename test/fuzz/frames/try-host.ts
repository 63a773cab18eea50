import { encodeFrame } from '../../../native-host/messaging/frames.ts'
import { REASONS } from '../../../shared/errors/reasons.ts'
import { type Env, HostProcess, type Message } from '../../contract/support/host.ts'
import { chunksOf, type Piece } from './streams.ts'

/** A real host that gets streams one after the other. A stream that breaks its port gets the next one a new host. */
export function createHosts(env: Env) {
  let host: HostProcess | undefined
  let asked = 1_000_000

  /** The answer to a request under its own id, whatever else the host says meanwhile. */
  const answered = async (to: HostProcess): Promise<Message> => {
    const id = ++asked
    to.send({ id, method: 'profile.get', params: {} })
    return to.message(one => one.id === id && ('result' in one || 'error' in one))
  }
  const checkRefusals = (messages: readonly Message[]) => {
    for (const { error } of messages) {
      const reason = error?.details?.reason
      if (error && (typeof reason !== 'string' || reason === 'unexpected' || !Object.hasOwn(REASONS, reason)))
        throw new Error(`the host refused for no known reason: ${JSON.stringify(error)}`)
    }
  }

  return {
    /** The host lives behind the stream and answers, or ends in peace where the stream cannot go on. */
    async try(pieces: readonly Piece[], cuts: readonly number[]): Promise<void> {
      host ??= new HostProcess(env)
      const one = host
      for (const chunk of chunksOf(pieces, cuts)) one.write(chunk)
      if (pieces.some(({ means }) => means === 'broken')) {
        host = undefined
        const code = await one.exited
        if (code !== 0) throw new Error(`the host ended with ${code}: ${one.stderr}`)
      } else {
        const { result } = await answered(one)
        if (result === undefined) throw new Error('the next request was refused')
      }
      checkRefusals(one.messages)
    },
    /** The same for valid frames that are not requests. */
    async say(messages: readonly unknown[]): Promise<void> {
      await this.try(
        messages.map(value => ({ bytes: encodeFrame(JSON.stringify(value)), means: 'message', value })),
        [],
      )
    },
    async close(): Promise<void> {
      const code = await host?.close()
      if (code !== undefined && code !== 0) throw new Error(`the host ended with ${code}`)
    },
  }
}
