import { toErrorBody } from '../../shared/errors/error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { ListedMail } from '../../shared/mailbox.ts'
import type { ErrorBody } from '../../shared/protocol/envelope.ts'
import type { SyncProgress, SyncResult } from '../../shared/protocol/jobs.ts'
import type { JobParams } from '../archive/archive.ts'
import type { MailboxArchive } from '../archive/mailbox-archive.ts'
import type { GatewaySession } from '../session/gateway-session.ts'
import { fetchMail } from './fetch-mail.ts'
import type { MailSource } from './mail-source.ts'
import { LOOK_BACK, mailWindow } from './mail-window.ts'
import { withSession } from './session-pause.ts'
import { Tally } from './tally.ts'
import { Breaker, troubleOf } from './trouble.ts'

export type MailboxPorts = {
  archive: Pick<MailboxArchive, 'mailbox' | 'rights' | 'notices'>
  source: Pick<MailSource, 'list' | 'document'>
  session: Pick<GatewaySession, 'status'>
  now: () => number
  /** How long a sync waits for a new session when its own has ended, ms. */
  patience: number
}

type Watch = { signal: AbortSignal; progress: (value: SyncProgress) => void }

/**
 * Of the acts that the very first list brings, those older than this are no news, ms: the person who has just begun sees
 * them in the mailbox, and is not told of each.
 */
const NEWS = 15 * 86_400_000

/**
 * Brings the archive up to what the mailbox lists: one list for all rights (or one for each chosen company), then every
 * document that is missing, the oldest first, one by one as the session's cookies demand (S-10). What fails for one company
 * or message does not stop the others. A session that ends on the way pauses it (`session-needed`).
 */
export async function runMailbox(ports: MailboxPorts, params: JobParams, watch: Watch): Promise<SyncResult> {
  const { archive, now, session, patience } = ports
  const { signal, progress } = watch
  const startedAt = now()
  const scopes = params.cuis ? [...new Set(params.cuis)] : [undefined]
  const listed = new Map<string, number>()
  const unlisted = new Map<string, ErrorBody>()

  let phase: SyncProgress = { phase: 'listing', companiesListed: 0, companies: scopes.length, total: 0, done: 0 }
  const show = (value: SyncProgress) => {
    phase = value
    progress(value)
  }
  const patient = <T>(call: () => Promise<T>): Promise<T> => {
    const onPause = (isWaiting: boolean) => progress(isWaiting ? { ...phase, phase: 'session-needed' } : phase)
    return withSession(call, { session, notices: archive.notices, now, patience, signal, onPause })
  }

  show(phase)
  for (const cui of scopes) {
    try {
      for (const mail of await readList(ports, { cui, days: params.days, patient, signal }))
        listed.set(mail.cui, (listed.get(mail.cui) ?? 0) + 1)
    } catch (error) {
      const isOwn = cui !== undefined && error instanceof RecipisaError && troubleOf(error) === 'own'
      signal.throwIfAborted()
      if (!isOwn) throw error
      unlisted.set(cui, toErrorBody(error))
    }
    show({ ...phase, companiesListed: phase.companiesListed + 1 })
  }

  const waiting = archive.mailbox.pending(params.cuis)
  const tally = new Tally(params.cuis ? [...new Set(params.cuis)] : companiesOf(archive, listed, waiting))
  for (const cui of tally.cuis) {
    const error = unlisted.get(cui)
    if (error) tally.notListed(cui, error)
    else tally.listed(cui, listed.get(cui) ?? 0)
  }
  const queue = waiting.filter(({ cui }) => !unlisted.has(cui))
  tally.total = queue.length
  show(tally.progress())
  await downloadAll(ports, queue, { tally, patient, signal, show })

  const endedAt = now()
  if (!params.cuis && tally.cuis.every(cui => tally.complete(cui))) archive.mailbox.setSynced(endedAt)
  return tally.result(startedAt, endedAt)
}

type Patient = <T>(call: () => Promise<T>) => Promise<T>
type ListQuery = { cui: string | undefined; days: number | undefined; patient: Patient; signal: AbortSignal }

/** Reads and records the list of one company or of all rights. */
async function readList(
  { archive, source, now }: MailboxPorts,
  { cui, days, patient, signal }: ListQuery,
): Promise<ListedMail[]> {
  const { mailbox, rights } = archive
  if (cui !== undefined) refuseForeign(rights, [cui])
  const at = now()
  const before = mailbox.listedUntil(cui)
  const window = mailWindow(at, before, days)
  const list = (back: number) => patient(() => source.list({ days: back, ...(cui ? { cui } : {}) }, signal))
  let { messages, identity } = await list(window.days)
  let back = window.days
  if (identity) rights.record(identity)
  // Somebody's right is new: what came before it is wanted too.
  if (cui === undefined && days === undefined && back < LOOK_BACK && rights.areBehind()) {
    back = LOOK_BACK
    messages = (await list(back)).messages
  }
  mailbox.record(messages, before === undefined ? at - NEWS : 0)
  if (window.isGapless) mailbox.setListedUntil(cui, at)
  if (cui === undefined && back >= LOOK_BACK) rights.caughtUp()
  return messages
}

/** S-09: refuses what the inventory, where it is known, does not name. */
export function refuseForeign(rights: Pick<MailboxArchive['rights'], 'areKnown' | 'has'>, cuis: readonly string[]) {
  if (!rights.areKnown()) return
  for (const cui of cuis) if (!rights.has(cui)) throw new RecipisaError('no-rights-for-company', { cui })
}

/** All that this sync is about: every right, and whatever else has messages to download. */
function companiesOf(
  { rights }: MailboxPorts['archive'],
  listed: ReadonlyMap<string, number>,
  waiting: readonly { cui: string }[],
): string[] {
  const held = rights.list().rights.filter(({ gone }) => !gone)
  return [...new Set([...held.map(({ cui }) => cui), ...listed.keys(), ...waiting.map(({ cui }) => cui)])]
}

type Waiting = { id: string; cui: string }
type Downloads = { tally: Tally; patient: Patient; signal: AbortSignal; show: (value: SyncProgress) => void }

async function downloadAll(
  { archive: { mailbox }, source }: MailboxPorts,
  queue: readonly Waiting[],
  { tally, patient, signal, show }: Downloads,
): Promise<void> {
  let goneAway: RecipisaError | undefined
  const breaker = new Breaker(error => {
    goneAway = error
  })
  const fail = ({ id, cui }: Waiting, error: RecipisaError) => {
    const body = toErrorBody(error)
    mailbox.markFailed(id, body)
    tally.failed(cui, id, body)
  }
  const unlucky: { mail: Waiting; error: RecipisaError }[] = []

  for (const mail of queue) {
    signal.throwIfAborted()
    try {
      const how = await patient(() => fetchMail(mailbox, source, mail.id, signal, () => breaker.answered()))
      if (how === 'busy') tally.skipped()
      else tally.ended(mail.cui, how === 'refused' ? 'expired' : how)
    } catch (error) {
      signal.throwIfAborted()
      const trouble = error instanceof RecipisaError ? troubleOf(error) : 'stop'
      if (!(error instanceof RecipisaError) || trouble === 'stop') throw error
      if (trouble === 'own') fail(mail, error)
      else unlucky.push({ mail, error })
      if (trouble === 'own') breaker.answered()
      else breaker.silent(error)
      // Whether it was these messages' failure or everybody's is known now.
      if (goneAway) throw goneAway
    }
    show(tally.progress())
  }
  for (const { mail, error } of unlucky) fail(mail, error)
  show(tally.progress())
}
