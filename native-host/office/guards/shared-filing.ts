import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Exchange } from '../../archive/exchange/exchange.ts'
import type { Office } from '../office.ts'
import type { FilingKey } from '../work/filings.ts'
import { isAway } from './when-away.ts'

type Ports = { office: Pick<Office, 'filings'>; exchange: Pick<Exchange, 'usePermit'> }

/** What is known after sending: the number that the authority gave, or that it certainly took nothing. */
export type Filed = { number: string } | 'released'

/**
 * Files something once over all seats: claimed in the office before its first byte leaves. Throws `filed-by-colleague`, and
 * `office-unreachable` where the office cannot be asked and the person has not said yes to that; nothing was sent then.
 * What became of it is written into the office; where that fails now, the exchange writes it from the journal.
 */
export async function fileForAll<T>(
  { office, exchange }: Ports,
  key: FilingKey,
  again: boolean,
  send: () => Promise<T>,
  outcomeOf: (answer: T) => Filed,
): Promise<T> {
  try {
    await office.filings.claim(key, again)
  } catch (error) {
    if (!isAway(error) || !exchange.usePermit(key.sha256)) throw error
  }
  const settle = async (filed: Filed | 'unknown') => {
    try {
      const number = typeof filed === 'string' ? null : filed.number
      await office.filings.settle(key, typeof filed === 'string' ? filed : 'sent', number)
    } catch (error) {
      if (!isAway(error)) throw error
    }
  }
  let answer: T
  try {
    answer = await send()
  } catch (error) {
    // As in the journals: only a known failure proves that nothing was filed.
    const isCertain = error instanceof RecipisaError && error.code !== 'outcome-unknown'
    await settle(isCertain ? 'released' : 'unknown')
    throw error
  }
  await settle(outcomeOf(answer))
  return answer
}
