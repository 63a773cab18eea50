import * as v from 'valibot'
import { REGISTER_FIELDS, REGISTER_NAMES } from '../../../shared/domain/register-names.ts'
import type { CompanyLookup } from '../../../shared/protocol/registers/lookups.ts'
import type { HostClient } from '../../host/client.ts'
import { errorForPage } from '../../host/error-for-page.ts'
import { failureBody } from '../../host/failure.ts'
import { askHost } from './ask-registers.ts'
import { type CardAnswer, CardQuestion } from './card-port.ts'

/** The background's end of a card's port. */
export type CardLink = {
  onMessage(listener: (message: unknown) => void): void
  onDisconnect(listener: () => void): void
  send(answer: CardAnswer): void
}

/**
 * Answers a card's questions, one at a time. The host's client is closed after the answer or when the card is gone, so that the
 * background can sleep. Any other message is ignored.
 */
export function serveCard(link: CardLink, connect: () => HostClient): void {
  const gone = new AbortController()
  let isAsking = false
  const send = (answer: CardAnswer) => {
    if (!gone.signal.aborted) link.send(answer)
  }
  const answer = async (question: v.InferOutput<typeof CardQuestion>) => {
    isAsking = true
    const host = connect()
    try {
      await askHost(host)(question, companies => send({ companies: companies.map(forPage) }), gone.signal)
      send({ done: true })
    } catch (error) {
      send({ error: errorForPage(failureBody(error)) })
    } finally {
      isAsking = false
      host.close()
    }
  }
  link.onDisconnect(() => gone.abort())
  link.onMessage(message => {
    const question = v.safeParse(CardQuestion, message)
    if (question.success && !isAsking) void answer(question.output)
  })
}

/** For the process of a web page: the registers' data, without the user's notes and this machine's paths. */
function forPage(lookup: CompanyLookup): CompanyLookup {
  const answers = REGISTER_NAMES.map(register => {
    const field = REGISTER_FIELDS[register]
    const answer = lookup[field]
    return [field, answer && { ...answer, error: answer.error && errorForPage(answer.error) }]
  })
  return { ...lookup, ...Object.fromEntries(answers), favourite: false, note: '' }
}
