import { createRandom, type Random } from '../../authority/world/random.ts'
import { HostProcess, startCommand } from '../../contract/support/host.ts'
import { type Office, openOffice, runnerPids } from '../../contract/support/office.ts'
import { signal } from '../../support/processes.ts'
import { waitFor } from '../../support/wait-for.ts'
import { type Filing, inventFilings, OWN } from './filings.ts'
import { inventPoint, type KillPoint, watchFor } from './kill-points.ts'
import { settle, watchDownloads } from './settle.ts'
import { smallWorld } from './small-world.ts'

/** Kills of one round. A document may be asked for ten times a day, and each kill of a sync asks for all that are left. */
export const KILLS_PER_ROUND = 12
const SYNCS_PER_ROUND = 6

/** The deed of a round and its kill point, as text for a failure. */
type Step = { deed: Deed; point: KillPoint; wasKilled: boolean }
type Deed = 'sync by command line' | 'sync by host' | 'upload by command line' | 'upload by host'

export type RoundResult = { kills: number; steps: Step[]; problems: string[] }

/**
 * Has a program sync and upload and kills it again and again, always in the middle of something; then has everything
 * brought to its end. Returns what was lost, done twice or told wrongly.
 */
export async function killRound(seed: number, wanted: number): Promise<RoundResult> {
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
    for (let syncs = 0; kills < wanted && steps.length < 3 * KILLS_PER_ROUND; ) {
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
    return { kills, steps, problems }
  } finally {
    await office.close()
  }
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
