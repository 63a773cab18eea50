import { existsSync } from 'node:fs'
import { journalPath } from '../../native-host/archive/core/paths.ts'
import { mayBeLost } from './authority/journal.ts'
import type { AuthorityModel } from './authority/model.ts'
import type { Machine } from './machine/machine.ts'
import type { Network } from './network.ts'
import type { Office } from './office.ts'
import type { Session } from './programs.ts'

type Run = { machine: Machine; network: Network; authority: AuthorityModel; office: Office }

export type Closing = {
  /** Processes that still ran long after the last trouble. */
  lasting: readonly string[]
  /** Actions that no longer worked for a person. */
  failures: readonly string[]
}

type CaughtUp = { failures: readonly string[]; isDone: boolean }

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** When the person checks again, ms after the previous time: soon, and on the days after. */
const PAUSES = [1000, 2 * MINUTE, 90 * MINUTE, 26 * 60 * MINUTE, 27 * 60 * MINUTE, 28 * 60 * MINUTE]

/**
 * The troubles are over. Lets all work end, and then works through the following days as a person does:
 * signs in when required, syncs, and checks the outcome of the uploads.
 */
export async function closeDays(run: Run): Promise<Closing> {
  const { machine, office } = run
  const { timeline } = machine
  for (const session of office.open) office.programs.closePanel(session)
  // A process that follows an upload stays long; all others end after their last pause.
  const isFollowed = existsSync(journalPath(machine.dataDir)) || office.errands.hasBegun
  const patience = isFollowed ? MINUTE / 2 : 3 * MINUTE
  const hasEnded = await timeline.run(() => machine.processes.length === 0, timeline.now + patience)
  const lasting = hasEnded || isFollowed ? [] : machine.processes.map(({ name }) => name)
  for (const process of machine.processes) machine.crash(process, 'kill')
  const signedOut: string[] = []
  const risks: string[] = []
  let last: CaughtUp = { failures: [], isDone: false }
  for (const [at, pause] of PAUSES.entries()) {
    if (last.isDone) break
    await timeline.run(() => false, timeline.now + pause)
    const day = async (session: Session) => {
      if (at === 0) risks.push(...(await checkRisks(session, run)))
      if (at === 0) signedOut.push(...(await checkTokens(session, run)))
      return catchUp(session, run)
    }
    last = await office.settle(office.programs.within('terminal', day))
  }
  return { lasting, failures: [...risks, ...signedOut, ...last.failures] }
}

/** The overview's warning about messages that are still missing and leave the lists within a week (E-34). */
async function checkRisks({ call, services }: Session, { authority, machine }: Run): Promise<string[]> {
  const { messages } = await services.archive()
  const before = machine.timeline.wall - 53 * DAY
  const missing = [...authority.world.messages.values()].filter(({ id, indexedAt }) => {
    const state = messages.get(id)?.item.state
    return indexedAt < before && (state === 'listed' || state === 'failed')
  })
  const { count, firstLeavesAt } = (await call('overview.get', {})).atRisk
  if (count !== missing.length) return [`${count} messages are said to be at risk, and ${missing.length} are`]
  const leaves = Math.min(...missing.map(({ indexedAt }) => indexedAt)) + 60 * DAY
  const isTold = count === 0 || Math.abs((firstLeavesAt ?? 0) - leaves) <= MINUTE
  return isTold ? [] : [`the first message is said to leave at ${firstLeavesAt}, and leaves at ${leaves}`]
}

/** The tokens work, unless an answer of the token endpoint was lost; otherwise a sign-in is requested and helps. */
async function checkTokens(session: Session, { machine, network, office }: Run): Promise<string[]> {
  const { call, program } = session
  const reasonOf = (error: unknown) => (error instanceof program.RecipisaError ? error.reason : String(error))
  const tested = () => call('auth.test', {}).then(() => undefined, reasonOf)
  let reason = await tested()
  // A token that is refused within a minute of its renewal is not renewed at once (A-11); the person tries again.
  if (reason === 'no-right-for-service') {
    await machine.timeline.sleep(MINUTE + 1000)
    reason = await tested()
  }
  if (reason === undefined) return []
  const isAsked = (await call('auth.status', {})).state !== 'connected'
  await office.signIn(session)
  const tokenRequests = network.entries.filter(({ path }) => path.endsWith('/token'))
  const isExcused = tokenRequests.some(entry => entry.deliveredAt === undefined || mayBeLost(entry))
  const problems = isAsked ? [] : [`the tokens do not work (${reason}), and no sign-in is asked for`]
  return isExcused ? problems : [...problems, `the tokens were lost (${reason}) though each answer came`]
}

async function catchUp(session: Session, { authority, office }: Run): Promise<CaughtUp> {
  const { services, program } = session
  const failures: string[] = []
  const tried = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      const isOurs = error instanceof program.RecipisaError
      failures.push(`${what}: ${isOurs ? `${error.reason} ${JSON.stringify(error.params)}` : String(error)}`)
    }
  }
  await tried('sync', () => office.sync(session))
  const { uploads, messages } = await services.archive()
  const { signal } = new AbortController()
  for (const { id } of uploads.open()) await tried('check', () => services.work.uploads.advance(id, signal))
  const isWaitingForErrands = await catchUpErrands(session, office, tried)
  const isArchived = [...authority.world.messages.values()].every(
    message => messages.get(message.id)?.item.state === 'archived' || authority.mayHaveLeft(message),
  )
  const isWaiting = uploads.open().some(({ sha256 }) => authority.world.uploadsOf(sha256).length > 0)
  return { failures, isDone: failures.length === 0 && isArchived && !isWaiting && !isWaitingForErrands }
}

type Tried = (what: string, work: () => Promise<unknown>) => Promise<void>

/** Signs in where something is left to do, asks for declarations and requests, looks companies up; whether some wait. */
async function catchUpErrands(session: Session, { errands }: Office, tried: Tried): Promise<boolean> {
  const { call, services } = session
  if (!errands.hasBegun) return false
  for (const service of ['portal', 'spv'] as const) await tried(service, () => errands.connect(session, service))
  const openDeclarations = async () =>
    (await call('declarations.list', { limit: 500 })).items.filter(
      ({ nextCheckAt, state }) => nextCheckAt !== null || state === 'sending',
    )
  const openRequests = async () =>
    (await call('requests.list', { limit: 500 })).items.filter(({ state }) =>
      ['sending', 'requested', 'delivered'].includes(state),
    )
  const { signal } = new AbortController()
  for (const { id, state } of await openDeclarations())
    await tried('declaration', () =>
      state === 'sending' ? services.work.declarations.advance(id, signal) : call('declarations.check', { id }),
    )
  await tried('requests', () => services.work.mailbox.advanceRequests(signal))
  for (const { id } of await openRequests()) await tried('request', () => call('requests.check', { id }))
  await tried('look-up', async () => {
    for (const difference of await errands.lookUp(session)) throw new Error(difference)
  })
  const unknown = (await openDeclarations()).filter(({ state }) => state !== 'unknown')
  return unknown.length > 0 || (await openRequests()).length > 0
}
