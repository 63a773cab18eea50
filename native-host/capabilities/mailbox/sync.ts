import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { SyncProgress, SyncResult } from '../../../shared/protocol/jobs.ts'
import type { JobParams } from '../../archive/core/archive.ts'
import type { MailboxArchive, Rights } from '../../archive/mailbox/mailbox-archive.ts'
import type { MailList } from '../../authority/spv/spv.ts'
import { otherCertificate } from '../../certificates/company-reach.ts'
import { Breaker } from '../../jobs/breaker.ts'
import { failureClassOf } from '../../jobs/failure-classes.ts'
import { pauseEndOf } from '../../jobs/pauses.ts'
import type { JobWatch } from '../../jobs/run-job.ts'
import { SyncTally } from '../../jobs/sync-tally.ts'
import type { GatewaySession } from '../../session/gateway-session.ts'
import { withSession } from './await-session.ts'
import { fetchDocument } from './fetch-document.ts'
import { isHeld, refuseWithoutRight } from './held-rights.ts'
import type { MailSource } from './mailbox-source.ts'
import { LOOK_BACK, mailWindow } from './mailbox-window.ts'

export type MailboxPorts = {
  archive: Pick<MailboxArchive, 'mailbox' | 'rights' | 'notices'>
  source: Pick<MailSource, 'list' | 'document'>
  session: Pick<GatewaySession, 'status'>
  now: () => number
  /** How long a sync waits for a new session when its own has ended, ms. */
  patience: number
}

/**
 * Age up to which an act in the very first list gets a notice, ms. A person who has just started sees older ones in the
 * mailbox.
 */
const NOTICE_AGE = 15 * 86_400_000

/**
 * Syncs the archive with the mailbox: reads one list for all rights, or one for each chosen company, then downloads the
 * missing documents, the oldest first, one by one, as the session's cookies demand (S-10). A failure of one company or
 * message does not stop the others. When the session ends, the sync waits for a new one (phase `session-needed`).
 */
export async function runMailboxSync(ports: MailboxPorts, params: JobParams, watch: JobWatch): Promise<SyncResult> {
  const { archive, now, session, patience } = ports
  const { signal, progress } = watch
  const startedAt = now()
  const scopes = params.cuis ? [...new Set(params.cuis)] : [undefined]
  const listed = new Map<string, number>()
  const listedIds: string[] = []
  const unlisted = new Map<string, ErrorBody>()
  const unread: ErrorBody[] = []
  let isOwn = true

  let phase: SyncProgress = { phase: 'listing', companiesListed: 0, companies: scopes.length, total: 0, done: 0 }
  const show = (value: SyncProgress) => {
    phase = value
    progress(value)
  }
  const patient: Patient = (call, onResume) => {
    const onPause = (isWaiting: boolean) => progress(isWaiting ? { ...phase, phase: 'session-needed' } : phase)
    const pause = { session, notices: archive.notices, now, patience, signal, onPause }
    return withSession(call, onResume ? { ...pause, onResume } : pause)
  }

  show(phase)
  for (const cui of scopes) {
    try {
      const list = await readList(ports, { cui, days: params.days, patient, signal })
      for (const { id, cui: owner } of list.messages) {
        listed.set(owner, (listed.get(owner) ?? 0) + 1)
        listedIds.push(id)
      }
      if (list.unread) unread.push(toErrorBody(list.unread))
      isOwn = list.isOwn
    } catch (error) {
      if (pauseEndOf(error) !== undefined) throw error
      const isOwn = cui !== undefined && error instanceof RecipisaError && failureClassOf(error) === 'own'
      signal.throwIfAborted()
      if (!isOwn) throw error
      unlisted.set(cui, toErrorBody(error))
    }
    show({ ...phase, companiesListed: phase.companiesListed + 1 })
  }

  // Companies that only another certificate reaches wait for it.
  const waiting = params.cuis ? [] : archive.rights.heldByOthers().filter(({ cui }) => !listed.has(cui))
  for (const { cui, certificates } of waiting) unlisted.set(cui, toErrorBody(otherCertificate(cui, certificates)))
  // A company's list may hold messages of another company, and they are downloaded with it.
  const pending = unique([...archive.mailbox.pending(params.cuis), ...archive.mailbox.pendingOf(listedIds)])
  const tally = new SyncTally(
    companiesOf(params.cuis ?? [...archive.rights.held(), ...unlisted.keys()], listed, pending),
  )
  for (const cui of tally.cuis) {
    const error = unlisted.get(cui)
    if (error) tally.notListed(cui, error)
    else tally.listed(cui, listed.get(cui) ?? 0)
  }
  for (const error of unread) tally.unread(error)
  const seen: Seen = { shown: new Set(listed.keys()), isOwn }
  const queue = pending.filter(({ cui }) => !unlisted.has(cui) && mayFetch(archive.rights, seen, cui))
  tally.total = queue.length
  show(tally.progress())
  await downloadAll(ports, queue, { tally, patient, signal, show, seen })

  const endedAt = now()
  const own = tally.cuis.filter(cui => !waiting.some(one => one.cui === cui))
  if (!params.cuis && own.every(cui => tally.complete(cui))) archive.mailbox.setSynced(endedAt)
  return tally.result(startedAt, endedAt)
}

type Patient = <T>(call: () => Promise<T>, onResume?: () => Promise<void>) => Promise<T>
type ListQuery = { cui: string | undefined; days: number | undefined; patient: Patient; signal: AbortSignal }

/** `isOwn` as in `Seen`. */
type ReadList = Pick<MailList, 'messages' | 'unread'> & { isOwn: boolean }

/** Reads and records the list of one company or of all rights. */
async function readList(
  { archive, source, session, now }: MailboxPorts,
  { cui, days, patient, signal }: ListQuery,
): Promise<ReadList> {
  const { mailbox, rights } = archive
  if (cui !== undefined) refuseWithoutRight(rights, [cui])
  const before = mailbox.listedUntil(cui)
  const list = async (back: number) => {
    const found = await patient(() => source.list({ days: back, ...(cui ? { cui } : {}) }, signal))
    if (found.identity) rights.record(found.identity)
    return found
  }
  const begun = now()
  let back = mailWindow(begun, before, days).days
  let found = await list(back)
  // The service's clock tells how far back that list had to reach: this machine's may be slow.
  const at = found.listedAt ?? begun
  const window = mailWindow(at, before, days)
  if (window.days > back) {
    back = window.days
    found = await list(back)
  }
  let { messages, unread } = found
  let isOwn = cui !== undefined || found.identity !== undefined || (await areRightsOf(session, rights))
  // A longer list may name companies that a short one does not. Messages from before a new right are also needed.
  if (cui === undefined && back < LOOK_BACK && (!isOwn || (days === undefined && rights.areBehind()))) {
    const whole = await list(LOOK_BACK)
    isOwn ||= whole.identity !== undefined
    if (days === undefined) {
      back = LOOK_BACK
      messages = whole.messages
      unread = whole.unread
    }
  }
  mailbox.record(messages, before === undefined ? at - NOTICE_AGE : 0)
  // A later version of this program that can read the unreadable entries reads them again.
  if (window.isGapless && !unread) mailbox.setListedUntil(cui, at)
  if (cui === undefined && back >= LOOK_BACK && !unread) rights.caughtUp()
  return { messages, unread, isOwn }
}

/** Whether the known rights are the present session's: they come from its own list, not from another certificate's. */
async function areRightsOf(session: MailboxPorts['session'], rights: Pick<Rights, 'list'>): Promise<boolean> {
  const { since } = await session.status()
  const { asOf } = rights.list()
  return asOf !== null && since !== null && asOf >= since
}

/** The companies of this sync: the requested ones or all rights, and those of listed or pending messages. */
function companiesOf(
  requested: readonly string[],
  listed: ReadonlyMap<string, number>,
  pending: readonly { cui: string }[],
): string[] {
  return [...new Set([...requested, ...listed.keys(), ...pending.map(({ cui }) => cui)])]
}

function unique<T extends { id: string; createdAt: number }>(mails: readonly T[]): T[] {
  const byId = new Map(mails.map(mail => [mail.id, mail]))
  return [...byId.values()].sort((a, b) => a.createdAt - b.createdAt)
}

type PendingMail = { id: string; cui: string }
type Downloads = {
  tally: SyncTally
  patient: Patient
  signal: AbortSignal
  show: (value: SyncProgress) => void
  seen: Seen
}

/** The companies whose messages the present session hands out, as far as known. */
type Seen = {
  /** Companies in the session's own list: their messages are handed out whether or not the rights name them. */
  shown: ReadonlySet<string>
  /** Whether the known rights are the session's own. */
  isOwn: boolean
}

/** Whether the session may ask for a document: another certificate's refusal would be recorded for good. */
function mayFetch(rights: Pick<Rights, 'areKnown' | 'has'>, { shown, isOwn }: Seen, cui: string): boolean {
  return shown.has(cui) || (isOwn && isHeld(rights, cui))
}

async function downloadAll(
  { archive: { mailbox, rights }, source, session }: MailboxPorts,
  queue: readonly PendingMail[],
  { tally, patient, signal, show, ...downloads }: Downloads,
): Promise<void> {
  let { seen } = downloads
  let goneAway: RecipisaError | undefined
  let last: RecipisaError | undefined
  const left = [...queue]
  const breaker = new Breaker({
    async probe() {
      // The calls go one by one, so several failed connections in a row mean that the network is down.
      if (last?.code === 'unreachable') throw last
      await patient(() => source.list({ days: 1 }, signal))
    },
    repeatDownload: () => undefined,
    isMoreWaiting: () => left.length > 0,
    trip(error) {
      goneAway = error
    },
  })
  const fail = ({ id, cui }: PendingMail, error: RecipisaError) => {
    const body = toErrorBody(error)
    mailbox.markFailed(id, body)
    tally.failed(cui, id, body)
  }
  const systemicFailures: { mail: PendingMail; error: RecipisaError }[] = []
  const fetch = async ({ id, cui }: PendingMail) =>
    mayFetch(rights, seen, cui)
      ? fetchDocument(mailbox, source, id, signal, () => breaker.answered('document'))
      : 'busy'
  /** The new session's person may have other rights. */
  const learnRights = async () => {
    const { messages, identity } = await source.list({ days: LOOK_BACK }, signal)
    if (identity) rights.record(identity)
    mailbox.record(messages, 0)
    const isOwn = identity !== undefined || (await areRightsOf(session, rights))
    seen = { shown: new Set(messages.map(({ cui }) => cui)), isOwn }
  }

  const takeNext = () => (breaker.isDoubtful ? left.pop() : left.shift())
  for (let mail = takeNext(); mail; mail = takeNext()) {
    signal.throwIfAborted()
    const start = breaker.begin()
    try {
      const current = mail
      const outcome = await patient(() => fetch(current), learnRights)
      if (outcome === 'busy') tally.skipped()
      else tally.ended(mail.cui, outcome === 'refused' ? 'expired' : outcome)
    } catch (error) {
      signal.throwIfAborted()
      const failure = error instanceof RecipisaError ? failureClassOf(error) : 'stop'
      if (!(error instanceof RecipisaError) || failure === 'stop' || pauseEndOf(error) !== undefined) throw error
      if (failure === 'own') fail(mail, error)
      else systemicFailures.push({ mail, error })
      last = error
      if (failure === 'own') breaker.answered('document')
      else await breaker.failed(error, 'document', start)
      // Now it is clear whether the failures were the messages' own.
      if (goneAway) throw goneAway
    }
    show(tally.progress())
  }
  for (const { mail, error } of systemicFailures) fail(mail, error)
  show(tally.progress())
}
