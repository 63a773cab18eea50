import type { Archive } from '../../native-host/archive/core/archive.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../shared/errors/to-error-body.ts'
import type { Signer } from '../authority/documents/signature.ts'
import { signedZip } from '../authority/documents/zips.ts'
import type { Random } from '../authority/world/random.ts'
import type { Clock } from './clock.ts'
import type { Listed } from './lists.ts'
import type { Client } from './trade.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Documents that are written at a time: the disk works while the processor describes. */
const AT_ONCE = 8
const EXPIRED = 'Fișierul nu mai poate fi descărcat deoarece a trecut perioada de 60 de zile în care este disponibil'

type Options = { archive: Archive; clock: Clock; random: Random; signer: Signer; end: number }

/** Brings documents into the archive as a sync does; a few of the latest are refused, and a few old ones came too late. */
export function createSync({ archive, clock, random, signer, end }: Options) {
  const { messages } = archive

  const fate = (createdAt: number): 'stored' | 'expired' | 'failed' => {
    const dice = random.next()
    if (createdAt < end - 60 * DAY) return dice < 0.0004 ? 'expired' : 'stored'
    return createdAt > end - 3 * DAY && dice < 0.02 ? 'failed' : 'stored'
  }

  const bring = async ({ message: { id, uploadIndex, createdAt }, content }: Listed, what: ReturnType<typeof fate>) => {
    if (what === 'expired') return messages.markExpired(id, EXPIRED)
    if (what === 'failed') {
      const error = new RecipisaError('maintenance', { operation: 'descarcare', status: 500 })
      return messages.markFailed(id, toErrorBody(error), clock.now() + HOUR)
    }
    const toSign = { id, uploadIndex, content, processedAt: createdAt, seed: Number(uploadIndex) % 9973 }
    await messages.store(id, signedZip(toSign, signer))
  }

  return {
    async documents(entries: readonly Listed[]): Promise<void> {
      messages.record(entries.map(({ message }) => message))
      const waiting = entries.map(entry => ({ entry, what: fate(entry.message.createdAt) }))[Symbol.iterator]()
      const work = async () => {
        for (const { entry, what } of waiting) await bring(entry, what)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    },

    /** The traces of the last sync: moments, rights and its result. */
    finish(clients: readonly Client[], count: number): void {
      const held = clients.filter(({ until }) => until >= end)
      for (const { cui, until } of clients) {
        if (until < end) {
          archive.companies.put(cui, 'denied')
          continue
        }
        archive.companies.setListedUntil(cui, clock.now())
        archive.companies.setSynced(cui, clock.now())
      }
      archive.mailbox.setListedUntil(undefined, clock.now())
      archive.mailbox.setSynced(clock.now())
      archive.rights.record({ certificateSerial: '', cuis: held.map(({ cui }) => cui) })
      archive.rights.answered()
      const job = archive.jobs.acquire('sync', {})
      if (!job) throw new Error('another process syncs this office')
      const startedAt = clock.now()
      clock.advance(40_000)
      const companies = held.slice(0, 20).map(({ cui }) => ({
        ...{ cui, listed: 1, downloaded: 1, expired: 0, failed: 0, error: null, failures: [] },
      }))
      const downloaded = Math.min(count, companies.length)
      const sums = { downloaded, expired: 0, failed: 0, unread: [], startedAt, endedAt: clock.now() }
      archive.jobs.finish(job.id, { result: { companies, ...sums } })
    },
  }
}
