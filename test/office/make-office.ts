import { existsSync } from 'node:fs'
import { openArchive } from '../../native-host/archive/core/open.ts'
import { databasePath } from '../../native-host/archive/core/paths.ts'
import type { Environment } from '../../shared/domain/values.ts'
import { createCertificateAuthority, type Issued } from '../authority/certificates.ts'
import { signerOf } from '../authority/documents/zips.ts'
import { createRandom } from '../authority/world/random.ts'
import { createBooks } from './books.ts'
import { createClock } from './clock.ts'
import { monthToBook, planDays } from './day-plan.ts'
import { createDeclarations, planDeclarations } from './declarations.ts'
import { type Desk, documentsUntil } from './documents.ts'
import { createFilings } from './filings.ts'
import { createNumbers } from './lists.ts'
import { createMails, planMail } from './mails.ts'
import { quickDisk } from './quick-disk.ts'
import { createSync } from './sync.ts'
import { type Client, inventOffice } from './trade.ts'

export type OfficeOptions = {
  /** Must not have an archive yet. */
  dataDir: string
  companies: number
  /** Entries of the e-invoicing lists; messages and declarations come on top, by companies and months. */
  documents: number
  environment?: Environment
  /** The last moment of the office, epoch ms. */
  now?: number
  seed?: number
  /** The ministry's signing key; a new one if absent. */
  ministry?: Issued
  onProgress?: (done: number, total: number) => void
}

export type Office = { clients: readonly Client[]; documents: number }

/** When the office syncs, hours UTC, and how long ago it did last. */
const SYNCS = [10, 17] as const
const LAST_SYNC = 6 * 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The office reads its news within this time, ms. */
const READS = 36 * HOUR

/**
 * Writes the archive of an office that has worked with this program for over a year, up to now: the same for the same
 * options, but for the keys of signatures. Everything goes through the archive, as in a sync; no authority is asked. Throws
 * where there is an archive already.
 */
export async function makeOffice(options: OfficeOptions): Promise<Office> {
  const { dataDir, companies, documents, environment = 'prod', now = Date.now(), seed = 20_261_123 } = options
  if (existsSync(databasePath(dataDir))) throw new Error(`There is an archive in ${dataDir} already.`)
  const days = planDays(documents, now)
  const end = now - LAST_SYNC
  const clock = createClock(Date.parse(`${days[0]?.day}T04:00:00Z`))
  const archive = await openArchive({ dataDir, environment, now: clock.now, disk: quickDisk() })
  try {
    const ca = await createCertificateAuthority('Recipisa office')
    const ministry = options.ministry ?? (await ca.issueSigningCertificate())
    const person = await ca.issueClientCertificate({ commonName: 'IONESCU MARIA' })
    const random = createRandom(seed)
    const { clients, pick } = inventOffice(random, companies, now)
    for (const { cui } of clients) archive.companies.put(cui, 'granted')
    const mails = createMails(archive, clock, random, end)
    for (const mail of planMail(random, clients, days, end)) mails.add(mail)
    const declare = createDeclarations({ archive, clock, mails, random, signer: person, end })
    const due = planDeclarations(random, clients, days, end)
    const books = createBooks(archive, clock, random)
    const sync = createSync({ archive, clock, random, signer: signerOf(ministry), end })
    const desk: Desk = {
      ...{ random, clock, pick, end, corrections: [], numbers: createNumbers(random) },
      file: createFilings(archive, clock),
      async before(at) {
        for (let next = due[0]; next && next.at <= at; next = due[0]) {
          due.shift()
          clock.goTo(next.at)
          await declare(next)
        }
      },
    }
    let done = 0
    let isRead = false
    for (const { day, documents: count } of days) {
      const moments = SYNCS.map(hour => Date.parse(`${day}T00:00:00Z`) + hour * HOUR).filter(moment => moment < end)
      if (day === days.at(-1)?.day) moments.push(end)
      for (const [n, until] of moments.entries()) {
        const share = Math.floor((count * (n + 1)) / moments.length) - Math.floor((count * n) / moments.length)
        const entries = await documentsUntil(desk, until, share)
        await desk.before(until)
        clock.goTo(until)
        if (!isRead && until > end - READS) {
          archive.messages.markSeen({})
          archive.mailbox.markSeen({})
          isRead = true
        }
        await sync.documents(entries)
        await mails.sync()
        done += entries.length
        options.onProgress?.(done, documents)
      }
      const month = monthToBook(day)
      const isLast = month !== undefined && end - Date.parse(day) < 31 * DAY
      if (month !== undefined && isLast) await books.exportMonth(month, clients)
      else if (month !== undefined) books.closeMonth(month)
    }
    const [lastDay = ''] = days.at(-1)?.day.match(/^\d{4}-\d{2}/) ?? []
    books.check(lastDay, clients)
    sync.finish(clients, done)
    return { clients, documents: done }
  } finally {
    archive.close()
  }
}
