import { setTimeout as wait } from 'node:timers/promises'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Locks } from '../../archive/core/archive.ts'
import type { OfficeConnection } from '../database.ts'
import { isAway } from '../guards/when-away.ts'
import { type ExchangeParts, exchangeAll, sendOut } from './exchange.ts'

/** How soon a new process exchanges, how often it looks for its own changes, and at least how often for others', ms. */
const EVERY = { begin: 300, change: 500, news: 30_000 }
/** How long to wait for an office that does not answer, ms: at first, and at most. */
const AWAY = { least: 2000, most: 60_000 }

export type FollowParts = ExchangeParts & { locks: Locks }

export type Follower = {
  /** Ends the following; remaining entries go out first, if that takes no longer than `patience`, ms. */
  stop(patience: number): Promise<void>
}

/**
 * Exchanges with the office for as long as this process lives: when others have news, when something changed here, and
 * when the office is reachable again. One process of a machine does this at a time.
 */
export function followOffice(parts: FollowParts): Follower {
  const ending = new AbortController()
  const running = run(parts, ending.signal)
  return {
    async stop(patience) {
      ending.abort()
      await running
      if (parts.exchange.waiting() === 0) return
      try {
        await exclusively(parts, AbortSignal.timeout(patience), patience, sendOut)
      } catch (error) {
        // The rest goes out the next time.
        parts.log.warn('office-exchange-unfinished', { error })
      }
    },
  }
}

async function run(parts: FollowParts, signal: AbortSignal): Promise<void> {
  const { office, exchange, log } = parts
  let connection: OfficeConnection | undefined
  let hasNews = true
  let away = AWAY.least
  await pause(EVERY.begin, signal)
  while (!signal.aborted) {
    try {
      if (!connection) {
        connection = await listen(office.database, () => {
          hasNews = true
        })
        connection.onLost(() => {
          connection = undefined
        })
        hasNews = true
      }
      const before = exchange.lastChange()
      hasNews = false
      // Another process of this machine that exchanges now also sends what is here.
      await exclusively(parts, signal, 0, exchangeAll)
      const last = Math.max(before, exchange.lastChange())
      away = AWAY.least
      for (let waited = 0; waited < EVERY.news && !signal.aborted; waited += EVERY.change) {
        await pause(EVERY.change, signal)
        if (hasNews || exchange.lastChange() > last || !connection) break
      }
    } catch (error) {
      if (signal.aborted) break
      if (!isAway(error)) log.warn('office-exchange-failed', { error })
      await connection?.close()
      connection = undefined
      await pause(away, signal)
      away = Math.min(away * 2, AWAY.most)
    }
  }
  await connection?.close()
}

async function listen(database: FollowParts['office']['database'], onNews: () => void): Promise<OfficeConnection> {
  const connection = await database.connect()
  connection.onNews(onNews)
  await connection.query('LISTEN recipisa')
  return connection
}

/** False where another process of this machine exchanges for longer than `patience`, ms. */
async function exclusively(
  parts: FollowParts,
  signal: AbortSignal,
  patience: number,
  exchange: typeof exchangeAll | typeof sendOut,
): Promise<boolean> {
  try {
    const { problem } = await parts.locks.withLock('office', signal, () => exchange(parts, signal), patience)
    // A document that waits for the store holds up nothing else, news least of all.
    if (problem) parts.log.warn('office-documents-wait', { error: problem })
    return true
  } catch (error) {
    if (error instanceof RecipisaError && error.reason === 'lock-held') return false
    throw error
  }
}

/** Does not keep the process alive, and ends with the signal. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
