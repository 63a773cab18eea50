import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { HOSTS } from '../authority/profile.ts'
import { type Entry, mayBeLost } from './authority/journal.ts'
import type { AuthorityModel } from './authority/model.ts'
import type { Closing } from './closing.ts'
import type { Machine } from './machine/machine.ts'
import type { Network } from './network.ts'
import type { Office } from './office.ts'
import { judgeDeclarations, judgeRequests } from './oracle-errands.ts'

type Run = {
  machine: Machine
  network: Network
  authority: AuthorityModel
  office: Office
  closing: Closing
  rebuilds: boolean
  requestsPerMinute: number
}

/** The broken promises of a run, a sentence each. */
export async function judge(run: Run): Promise<string[]> {
  const { machine, office, closing } = run
  return [
    ...machine.uncaughts.map(error => `a process ended with an error that nobody caught: ${error}`),
    ...office.unexplained.map(error => `an error was no reason of ours: ${error}`),
    ...closing.lasting.map(name => `${name} still ran long after the last trouble`),
    ...closing.failures.map(failure => `after the troubles, ${failure}`),
    ...judgeDownloads(run),
    ...judgeOrder(run),
    ...judgeLimits(run),
    ...judgeFilings(run),
    ...(await judgeArchive(run)),
  ]
}

/** A document is fetched once, and once more for each time that its bytes were lost with a process or a full disk. */
function judgeDownloads({ machine, network }: Run): string[] {
  const broken: string[] = []
  // Where no system says when processes were born, heartbeats do: a clock set far forward makes them all old, and another
  // process takes over what one that lives has claimed. That costs a second download, and never a second filing.
  if (!machine.tellsBirths && machine.timeline.shifts.length > 0) return broken
  const downloads = network.entries.filter(({ path }) => path.endsWith('/descarcare'))
  for (const [id, entries] of Map.groupBy(downloads, ({ query }) => query.get('id') ?? '')) {
    const last = { whole: undefined as Entry | undefined }
    for (const [at, entry] of entries.entries()) {
      const others = entries.slice(0, at).filter(other => overlaps(other, entry, machine))
      for (const other of others)
        broken.push(
          `${id} was fetched by ${entry.process.name} (#${entry.n}) while ${other.process.name} (#${other.n}) fetched it`,
        )
      if (last.whole && !mayBeLost(last.whole))
        broken.push(`${id} was fetched again (#${entry.n}) though ${last.whole.process.name} had it (#${last.whole.n})`)
      if (entry.deliveredAt !== undefined && entry.status === 200 && !entry.note) last.whole = entry
    }
  }
  return broken
}

/** Messages that leave the lists first are fetched first, per company, by a process without failed requests (E-34). */
function judgeOrder({ network, authority, requestsPerMinute }: Run): string[] {
  const broken: string[] = []
  // This many are fetched side by side, in any order.
  const lanes = Math.max(8, Math.ceil((requestsPerMinute / 60) * 3))
  // Turns are given ten seconds ahead. Where the lanes of two processes want more, some ask again after half of that, and
  // others go before them meanwhile.
  const ahead = requestsPerMinute / 6
  const most = lanes + (lanes * 2 > ahead ? Math.ceil(ahead / 2) : 0)
  for (const [process, entries] of Map.groupBy(network.entries, entry => entry.process)) {
    if (entries.some(({ fault, status }) => fault !== undefined || status !== 200)) continue
    const listed = entries.findLast(({ path }) => path.includes('/lista'))?.endedAt ?? Number.POSITIVE_INFINITY
    const fetched = entries.flatMap(({ path, query, sentAt }) => {
      const message = path.endsWith('/descarcare') && authority.world.messages.get(query.get('id') ?? '')
      return message && sentAt > listed ? [message] : []
    })
    for (const [at, older] of fetched.entries()) {
      const before = fetched
        .slice(0, at)
        .filter(({ cui, indexedAt }) => cui === older.cui && indexedAt > older.indexedAt)
      if (before.length >= most)
        broken.push(`${process.name} fetched ${before.length} newer documents before ${older.id}`)
    }
  }
  return broken
}

/** Whether a request began while another process that lived was in the middle of one. */
function overlaps(earlier: Entry, later: Entry, { deaths }: Machine): boolean {
  const death = deaths.find(({ process }) => process === earlier.process)
  const end = Math.min(earlier.endedAt ?? Number.POSITIVE_INFINITY, death?.at ?? Number.POSITIVE_INFINITY)
  return later.sentAt < end
}

/** A 429 that the plan did not send; and requests during a demanded pause. */
function judgeLimits(run: Run): string[] {
  const { network, machine } = run
  const broken: string[] = []
  for (const entry of network.entries) {
    // The network can bring two questions to the public host together that left a second apart.
    if (entry.status === 429 && entry.fault !== 'too-fast' && entry.host !== HOSTS.public)
      broken.push(`#${entry.n} was beyond the limit of a minute`)
    if (entry.note?.includes('S-au facut deja')) broken.push(`#${entry.n} was beyond a limit of the day`)
    const { deliveredAt, pause } = entry
    if (deliveredAt === undefined || pause === undefined || machine.timeline.shifts.length > 0) continue
    const known = machine.deaths.some(({ process, at }) => process === entry.process && at < deliveredAt + PAUSING)
    // Taking the database away takes its pauses too.
    if (known || machine.fulls.length > 0 || machine.hasLostDatabases) continue
    const during = network.entries.find(
      ({ host, sentAt }) =>
        host === entry.host && sentAt > deliveredAt + PAUSING && sentAt < deliveredAt + pause * 1000 - 50,
    )
    if (during) broken.push(`#${during.n} left during the pause that #${entry.n} asked for`)
  }
  return [...broken, ...judgeDepartures(run)]
}

/** Questions to the public host leave at least a second apart, over all processes (P-10). */
function judgeDepartures({ network, machine }: Run): string[] {
  if (machine.timeline.shifts.length > 0) return []
  const departures = network.entries
    .filter(({ host, departedAt }) => host === HOSTS.public && departedAt !== undefined)
    .sort((one, other) => (one.departedAt ?? 0) - (other.departedAt ?? 0))
  return departures.flatMap((later, at) => {
    const earlier = departures[at - 1]
    const isEarly = earlier && (later.departedAt ?? 0) - (earlier.departedAt ?? 0) < 1000
    return isEarly ? [`#${later.n} left less than a second after #${earlier.n}`] : []
  })
}

/** How long a process may take from a 429 until all others know of it, and those with a turn have left; ms. */
const PAUSING = 500

/** Nothing is filed twice, and nobody gets a false report. */
function judgeFilings({ authority, office }: Run): string[] {
  const broken: string[] = []
  for (const { sha256, fileName } of office.papers) {
    const taken = authority.world.uploadsOf(sha256)
    if (taken.length > 1) broken.push(`${fileName} was filed ${taken.length} times`)
    for (const { upload } of office.told.filter(told => told.upload.sha256 === sha256)) {
      const { state, uploadIndex } = upload
      const isTaken = ['processing', 'ok', 'nok', 'not-taken'].includes(state)
      if (isTaken && !taken.some(one => one.uploadIndex === uploadIndex))
        broken.push(`${fileName} was told to be ${state} as ${uploadIndex}, which it is not`)
    }
  }
  return broken
}

async function judgeArchive(run: Run): Promise<string[]> {
  const { machine, authority, office } = run
  const { programs } = office
  const broken: string[] = []
  const listing = await office.settle(
    programs.within('terminal', async session => {
      const { call, services } = session
      const archive = await services.archive()
      for (const message of authority.world.messages.values()) {
        const held = archive.messages.get(message.id)
        if (held?.item.state !== 'archived' && authority.mayHaveLeft(message)) continue
        if (held?.item.state !== 'archived') {
          broken.push(`message ${message.id} is ${held?.item.state ?? 'not listed'}: ${JSON.stringify(held?.item)}`)
          continue
        }
        const { bytes } = await archive.messages.read({ area: 'invoices', id: message.id, as: 'zip' })
        if (!Buffer.from(bytes).equals(authority.zipOf(message))) broken.push(`message ${message.id} has other bytes`)
      }
      const { problems } = await call('archive.verify', {})
      // A process that died within a line has left a part of it, which is reported and harmless.
      const unexpected = problems.filter(({ problem }) => problem !== 'torn-line' || machine.deaths.length === 0)
      broken.push(...unexpected.map(problem => `the archive does not verify: ${JSON.stringify(problem)}`))
      const { jobs } = await call('jobs.list', {})
      broken.push(
        ...jobs.filter(({ endedAt }) => endedAt === null).map(({ id, kind }) => `job ${id} (${kind}) has not ended`),
      )
      const { items } = await call('uploads.list', {})
      for (const upload of items) broken.push(...judgeUpload(upload, authority, office))
      for (const { sha256, fileName } of office.papers)
        for (const { uploadIndex, outcome } of authority.world.uploadsOf(sha256))
          if (!items.some(item => item.sha256 === sha256 && item.uploadIndex === uploadIndex && item.state === outcome))
            broken.push(`${fileName} was filed as ${uploadIndex} (${outcome}), and the program does not know it`)
      const errands = { machine, authority, errands: office.errands }
      broken.push(...(await judgeDeclarations(session, errands)), ...(await judgeRequests(session, errands)))
      return listingOf(await call('invoices.list', {}))
    }),
  )
  if (!run.rebuilds) return broken
  for (const ending of ['', '-wal', '-shm']) rmSync(join(machine.dataDir, `recipisa.db${ending}`), { force: true })
  const rebuilt = await office.settle(
    programs.within('terminal', async ({ call }) => {
      await call('archive.rebuild', {})
      return listingOf(await call('invoices.list', {}))
    }),
  )
  if (rebuilt !== listing) broken.push(`the rebuilt index differs: ${listing} … ${rebuilt}`)
  return broken
}

type Listed = { items: readonly { id: string; state: string }[] }

/** The required contents of a rebuilt index: documents without the data that only a list or a person gives. */
const listingOf = ({ items }: Listed): string =>
  JSON.stringify(
    items
      .filter(({ state }) => state === 'archived')
      .map(item => ({ ...item, unread: undefined, filed: undefined }))
      .sort((one, other) => one.id.localeCompare(other.id)),
  )

type Row = { state: string; sha256: string; uploadIndex: string | null; fileName: string }

function judgeUpload(
  { state, sha256, uploadIndex, fileName }: Row,
  authority: AuthorityModel,
  office: Office,
): string[] {
  const others = office.papers.some(paper => paper.sha256 === sha256)
  const taken = authority.world.uploadsOf(sha256)
  if (!others) return [`${fileName} is no paper of the office`]
  if (state === 'sending') return [`${fileName} is still being sent`]
  if (uploadIndex === null || taken.some(one => one.uploadIndex === uploadIndex)) return []
  return [`${fileName} is ${state} as ${uploadIndex}, and was never taken so`]
}
