import * as v from 'valibot'
import type { CompanyLookup } from '../../../shared/protocol/lookups.ts'
import type { HostClient } from '../../host/client.ts'
import { failureBody } from '../../host/failure.ts'
import { askHost } from './ask.ts'
import { type CardAnswer, CardQuestion } from './card-port.ts'

/** The background's end of a card's port. */
export type CardLink = {
  onMessage(listener: (message: unknown) => void): void
  onDisconnect(listener: () => void): void
  send(answer: CardAnswer): void
}

/**
 * Answers a card's question with a host of its own, which goes when the answer is there or the card has gone: nothing
 * keeps the background alive. What is no question is not answered.
 */
export function serveCard(link: CardLink, connect: () => HostClient): void {
  const gone = new AbortController()
  const send = (answer: CardAnswer) => {
    if (!gone.signal.aborted) link.send(answer)
  }
  const answer = async (question: v.InferOutput<typeof CardQuestion>) => {
    const host = connect()
    try {
      await askHost(host)(question, companies => send({ companies: companies.map(withoutOwnWords) }), gone.signal)
      send({ done: true })
    } catch (error) {
      send({ error: failureBody(error) })
    } finally {
      host.close()
    }
  }
  link.onDisconnect(() => gone.abort())
  link.onMessage(message => {
    const question = v.safeParse(CardQuestion, message)
    if (question.success) void answer(question.output)
  })
}

/** The process of a web page gets what the registers say and nothing that the user wrote. */
function withoutOwnWords(lookup: CompanyLookup): CompanyLookup {
  return { ...lookup, favourite: false, note: '' }
}
