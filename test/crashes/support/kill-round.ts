import type { Upload } from '../../../shared/protocol/uploads.ts'
import { createRandom, type Random } from '../../authority/world/random.ts'
import { createWorld, type World } from '../../authority/world/world.ts'
import { archivedFiles, downloadsOf } from '../../contract/support/archived-zips.ts'
import { command, HostProcess, startCommand } from '../../contract/support/host.ts'
import { type Office, openOffice, runnerPids } from '../../contract/support/office.ts'
import { signal } from '../../support/processes.ts'
import { waitFor } from '../../support/wait-for.ts'
import { BUYER, type Filing, inventFilings, OWN, untruth } from './filings.ts'
import { inventPoint, type KillPoint, watchFor } from './kill-points.ts'

/** List entries of each company when a round begins. */
const DOCUMENTS = 30
/** Kills of one round. A document may be asked for ten times a day, and each kill of a sync asks for all that are left. */
export const KILLS_PER_ROUND = 12
const SYNCS_PER_ROUND = 6
/** How long the truth about each upload, and each document, may take after the last kill, ms. */
const PATIENCE = 60_000
const MINUTE = 60_000

/** What a round does and when it is killed, to read in a failure. */
type Step = { deed: Deed; point: KillPoint; wasKilled: boolean }
type Deed = 'sync by command line' | 'sync by host' | 'upload by command line' | 'upload by host'

export type RoundResult = { kills: number; steps: Step[]; problems: string[] }

/**
 * Has a program sync and upload and kills it again and again, always in the middle of something; then has everything
 * brought to its end. Returns what was lost, done twice or told wrongly.
 */
export async function killRound(seed: number): Promise<RoundResult> {
  const random = createRandom(seed)
  const office = await openOffice({
    pace: { processingMs: 300, indexingMs: 300 },
    world: now => smallWorld(random, now),
  })
  try {
    await office.addCompanies()
    const filings: Filing[] = []
    const steps: Step[] = []
    const problems: string[] = []
    let kills = 0
    for (let syncs = 0; kills < KILLS_PER_ROUND && steps.length < 3 * KILLS_PER_ROUND; ) {
      const isSync = syncs < SYNCS_PER_ROUND && random.next() < 0.45
      if (isSync) syncs += 1
      const point = inventPoint(random, isSync ? 'sync' : 'upload')
      const way = random.next() < 0.5 ? 'command line' : 'host'
      const deed = `${isSync ? 'sync' : 'upload'} by ${way}` as Deed
      const given = isSync ? [] : inventFilings(office, random)
      filings.push(...given)
      const nothingTwice = watchDownloads(office)
      const wasKilled = await killIn(office, { deed, given, point, random })
      problems.push(...nothingTwice().map(id => `${id} was archived and downloaded again`))
      steps.push({ deed, point, wasKilled })
      if (wasKilled) kills += 1
    }
    const nothingTwice = watchDownloads(office)
    problems.push(...(await settle(office, filings)))
    problems.push(...nothingTwice().map(id => `${id} was archived and downloaded again`))
    const verified = await command(['archive', 'verify', '--json'], office.env)
    if (verified.code !== 0) problems.push(`archive verify: ${verified.stdout}${verified.stderr}`)
    return { kills, steps, problems }
  } finally {
    await office.close()
  }
}

function smallWorld(random: Random, now: () => number): World {
  const world = createWorld({ now })
  for (const cui of [OWN, BUYER]) world.addCompany(cui, `Firma ${cui} SRL`)
  for (let n = 0; n < DOCUMENTS; n++) {
    const [seller, buyer] = random.next() < 0.5 ? [OWN, BUYER] : [BUYER, OWN]
    const document = random.pick(['invoice', 'invoice', 'credit-note'] as const)
    const outcome = random.next() < 0.1 ? 'nok' : 'ok'
    world.addInvoice({ seller, buyer, document, outcome, uploadedAt: now() - (n + 30) * MINUTE })
  }
  return world
}

type Killing = { deed: Deed; given: readonly Filing[]; point: KillPoint; random: Random }

/** Starts the deed, kills whoever does it when the point comes, and waits until it is gone; false if it ended before. */
async function killIn(office: Office, { deed, given, point, random }: Killing): Promise<boolean> {
  if (deed.endsWith('command line')) {
    const files = given.map(({ path }) => path)
    const args = deed.startsWith('sync') ? ['invoices', 'sync'] : ['invoices', 'upload', ...files, '--yes', '--wait']
    const { child, finished } = startCommand([...args, '--json'], office.env)
    const { reached, stop } = watchFor(point, office, finished)
    const wasKilled = (await reached) && child.kill('SIGKILL')
    await finished
    stop()
    return wasKilled
  }
  const host = new HostProcess(office.env)
  const done = deed.startsWith('sync') ? syncBy(host) : uploadBy(host, given)
  const { reached, stop } = watchFor(point, office, done)
  const runners = (await reached) ? runnerPids(office.dataDir) : []
  const alsoHost = random.next() < 0.5
  if (alsoHost) host.child.kill('SIGKILL')
  for (const pid of runners) signal(pid, 'SIGKILL')
  stop()
  await host.close()
  // The host that lived on may have started another.
  await waitFor('the killed runners are gone', () => {
    const left = runnerPids(office.dataDir)
    for (const pid of left) signal(pid, 'SIGKILL')
    return left.length === 0
  })
  return runners.length > 0
}

/** Resolves when the host has answered, or is gone. */
const syncBy = (host: HostProcess): Promise<unknown> => host.start('invoices.sync', {}).answer.catch(() => undefined)

async function uploadBy(host: HostProcess, given: readonly Filing[]): Promise<unknown> {
  const uploadOne = async ({ bytes }: Filing) => {
    const data = bytes.toString('base64')
    const { sha256, cui, standard, suggested } = await host.request('uploads.inspect', {
      fileName: 'factura.xml',
      data,
    })
    const { attempt } = await host.request('uploads.send', {
      ...{ sha256, cui: cui ?? OWN, standard: standard ?? 'UBL', flags: suggested },
    })
    await host.request('uploads.follow', { id: attempt.id })
  }
  return Promise.all(given.map(uploadOne)).catch(() => undefined)
}

/** Has everything brought to its end by a host that nobody kills; returns what is not as it should be after a minute. */
async function settle(office: Office, filings: readonly Filing[]): Promise<string[]> {
  const host = new HostProcess(office.env)
  const end = performance.now() + PATIENCE
  try {
    for (;;) {
      await host.request('invoices.sync', {})
      const { items: open } = await host.request('uploads.list', { open: true })
      for (const { id } of open) await host.request('uploads.check', { id })
      const { items } = await host.request('uploads.list', { limit: 500 })
      const problems = [...untruths(office, filings, items), ...missing(office)]
      if (problems.length === 0 || performance.now() > end) return problems
    }
  } finally {
    await host.close()
  }
}

function untruths(office: Office, filings: readonly Filing[], all: readonly Upload[]): string[] {
  return filings.flatMap(filing => {
    const rows = all.filter(({ sha256 }) => sha256 === filing.sha256)
    const problem = untruth(office, filing, rows)
    if (problem === undefined) return []
    const { journal } = office.authority
    const requests = journal.entries.filter(({ requestSha256 }) => requestSha256 === filing.sha256)
    return [`${filing.path}: ${problem}; rows ${JSON.stringify(rows)}; journal ${JSON.stringify(requests)}`]
  })
}

/** Documents that the authority gives and the archive does not have, and the other way round. */
function missing({ authority, dataDir }: Office): string[] {
  const expected = authority.expected().flatMap(({ messages }) => messages.map(({ sha256 }) => sha256))
  const archived = [...archivedFiles(dataDir).values()]
  const lost = expected.filter(hash => !archived.includes(hash)).map(hash => `not archived: ${hash}`)
  const strange = archived.filter(hash => !expected.includes(hash)).map(hash => `archived, and not given: ${hash}`)
  const twice = archived.length > new Set(archived).size ? ['a document is archived twice'] : []
  return [...lost, ...strange, ...twice]
}

/** Remembers what is archived now; gives those ids of it that have been downloaded since. */
function watchDownloads({ authority, dataDir }: Office): () => string[] {
  const names = [...archivedFiles(dataDir).keys()]
  const held = new Set(names.map(name => /_(\d+)\.zip$/.exec(name)?.[1] ?? name))
  const before = downloadsOf(authority)
  return () =>
    [...downloadsOf(authority)].filter(([id, count]) => held.has(id) && count > (before.get(id) ?? 0)).map(([id]) => id)
}
