import { PROTOCOL_VERSION, VERSION } from '../../shared/domain/product.ts'
import type { FromHost } from '../../shared/protocol/envelope.ts'
import type { HostPort } from './client.ts'

/** The host's end of a port in tests. */
export type InMemoryHost = {
  open(): HostPort
  /** Every frame that the extension sent, in order. */
  received: unknown[]
  say(frame: FromHost): void
  hangUp(problem?: string): void
  /** How many ports were opened, and how many of them the extension closed. */
  opened: number
  closed: number
}

type Answer = (params: unknown, id: number) => unknown

const HELLO: FromHost = {
  event: 'hello',
  params: { version: VERSION, protocol: PROTOCOL_VERSION, capabilities: [] },
}

/**
 * A host without a process: says hello and answers requests from `answers`. A method without an entry stays open for the test
 * to answer. An answer that throws `{code, message, details}` becomes an error of the protocol.
 */
export function inMemoryHost(answers: Record<string, Answer> = {}, hello: FromHost | null = HELLO): InMemoryHost {
  const messages = new Set<(message: unknown) => void>()
  const disconnects = new Set<(problem: string | undefined) => void>()
  const host: InMemoryHost = {
    received: [],
    opened: 0,
    closed: 0,
    open() {
      host.opened += 1
      messages.clear()
      disconnects.clear()
      if (hello) queueMicrotask(() => host.say(hello))
      return {
        send(message) {
          host.received.push(message)
          const { id, method, params } = message as { id: number; method: string; params: unknown }
          const answer = answers[method]
          if (answer) void reply(id, answer, params)
        },
        onMessage: listener => messages.add(listener),
        onDisconnect: listener => disconnects.add(listener),
        disconnect() {
          host.closed += 1
        },
      }
    },
    say(frame) {
      for (const listener of messages) listener(JSON.parse(JSON.stringify(frame)))
    },
    hangUp(problem) {
      for (const listener of disconnects) listener(problem)
    },
  }
  const reply = async (id: number, answer: Answer, params: unknown) => {
    try {
      host.say({ id, result: await answer(params, id) })
    } catch (error) {
      host.say({ id, error: error as { code: 'refused'; message: string } })
    }
  }
  return host
}
