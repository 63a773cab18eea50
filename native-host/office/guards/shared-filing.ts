import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Exchange } from '../../archive/exchange/exchange.ts'
import type { Filing, FilingState } from '../coordination/filings.ts'
import type { Office } from '../office.ts'
import { isAway } from './when-away.ts'

type Ports = {
  office: Pick<Office, 'filings' | 'database' | 'later'>
  exchange: Pick<Exchange, 'computer' | 'usePermit'>
}

/** The outcome of sending: the authority's number, or certainty that it accepted nothing. */
export type Filed = { number: string } | 'released'

/**
 * Files something once over all seats. `send` calls `onBytes` if only the departure of its first byte reveals an
 * unknown outcome. The filing is claimed in the office before its first byte leaves. Throws `filed-by-colleague`, and
 * `office-unreachable` if the office cannot be asked and the person has not approved that; nothing was sent then. The
 * outcome goes into the office; if that fails now, the exchange writes it from the journal.
 */
export async function fileForAll<T>(
  { office, exchange }: Ports,
  filing: Filing,
  again: boolean,
  send: (onBytes: () => void) => Promise<T>,
  outcomeOf: (answer: T) => Filed,
): Promise<T> {
  const key = { ...filing, computer: exchange.computer(filing.sha256) }
  let claim: string | null = null
  try {
    claim = await office.filings.claim(key, again)
  } catch (error) {
    // Nothing has left, whatever this is: the journals take an error without a name for an unknown outcome.
    const known = error instanceof RecipisaError ? error : unanswered(office.database.host, error)
    if (!isAway(known) || !exchange.usePermit(key.sha256)) throw known
  }
  // Nobody waits for it: the caller's journal should know first. What fails here the exchange does again, and reports.
  const settle = (state: FilingState, number: string | null) =>
    office.later(office.filings.settle(key, state, number, claim).catch(() => undefined))
  let answer: T
  let hasLeft = false
  try {
    answer = await send(() => {
      hasLeft = true
    })
  } catch (error) {
    // As in the journals: only a known failure, or one before the first byte, proves that nothing was filed.
    const isCertain = !hasLeft && error instanceof RecipisaError && error.code !== 'outcome-unknown'
    settle(isCertain ? 'released' : 'unknown', null)
    throw error
  }
  const filed = outcomeOf(answer)
  if (filed === 'released') settle('released', null)
  else settle('sent', filed.number)
  return answer
}

/** An answer that says nothing of what colleagues have filed. */
function unanswered(host: string, error: unknown): RecipisaError {
  const problem = error instanceof Error ? error.message : String(error)
  return new RecipisaError('office-unreachable', { host, problem }, { cause: error })
}
