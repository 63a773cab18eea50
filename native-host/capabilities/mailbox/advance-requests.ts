import { isRecent } from '../../../shared/domain/recent.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { ReportRequest } from '../../../shared/protocol/requests.ts'
import type { Locks } from '../../archive/core/archive.ts'
import type { MailboxArchive } from '../../archive/mailbox/mailbox-archive.ts'
import type { HostPorts } from '../../jobs/host-ports.ts'
import type { GatewaySession } from '../../session/gateway-session.ts'
import { needsSession } from '../../session/needs-session.ts'
import { fetchDocument } from './fetch-document.ts'
import { refuseWithoutRight } from './held-rights.ts'
import type { MailSource } from './mailbox-source.ts'
import { LOOK_BACK } from './mailbox-window.ts'
import { FIRST_LOOK, isRequestDue, nextLook, SESSION_PATIENCE, WITHOUT_SESSION } from './request-schedule.ts'

/** The ports for the work on requests. */
export type RequestPorts = HostPorts & {
  archive: MailboxArchive & { locks: Locks }
  source: MailSource
  session: Pick<GatewaySession, 'status'>
}

const DAY = 86_400_000

/**
 * Does the due work on requests: sends the unsent ones one by one, then looks for reports. A failure goes into its
 * request's row. Without a session all requests wait for one (G-12).
 */
export async function advanceRequests(ports: RequestPorts, signal: AbortSignal): Promise<void> {
  const { archive, now } = ports
  const isUnsent = (request: ReportRequest) => request.state === 'sending' && isRequestDue(request, now())
  for (const { id } of archive.requests.open().filter(isUnsent)) {
    signal.throwIfAborted()
    const missing = await send(ports, id, signal)
    if (missing) {
      archive.requests.postpone(now() + WITHOUT_SESSION, missing)
      break
    }
  }
  await lookForReports(ports, signal)
}

/**
 * The only place from which a request is sent, once for each. Returns the error if it has to wait for a session. Throws
 * a failure of this machine's storage: the request waits if it had not left, and is unknown otherwise.
 */
export async function send(ports: RequestPorts, id: number, signal: AbortSignal): Promise<ErrorBody | undefined> {
  const { archive, source, explain, now } = ports
  const { requests, rights } = archive
  const request = requests.claim(id)
  if (!request) return undefined
  const { type, cui, params, createdAt } = request
  let hasLeft = false
  const onBytes = () => {
    hasLeft = true
  }
  try {
    // The right may have been withdrawn since the request was recorded.
    refuseWithoutRight(rights, [cui])
    const answer = await source.request({ type, cui, params }, signal, onBytes)
    const answered = { answeredAt: now(), nextCheckAt: null, trouble: null }
    if (answer.kind === 'rejected') requests.update(id, { ...answered, state: 'rejected', note: answer.note })
    else {
      const { requestId, announcement: note } = answer
      requests.update(id, { ...answered, state: 'requested', requestId, note, nextCheckAt: now() + FIRST_LOOK })
    }
  } catch (error) {
    const shown = explain(error)
    const trouble = toErrorBody(shown)
    if (shown.code === 'storage') {
      if (!hasLeft) requests.putBack(id, now() + WITHOUT_SESSION, trouble)
      throw error
    }
    // Every known failure but `request-unknown` proves that the service has not accepted it. An unexpected error proves
    // nothing either way.
    const isCertain = error instanceof RecipisaError && shown.code !== 'outcome-unknown'
    if (isCertain && signal.aborted) requests.putBack(id, now(), null)
    else if (needsSession(error) && isRecent(createdAt, SESSION_PATIENCE, now())) {
      await noticeSessionNeeded(ports)
      requests.putBack(id, now() + WITHOUT_SESSION, trouble)
      return trouble
    } else if (shown.reason === 'certificate-other' && isRecent(createdAt, SESSION_PATIENCE, now())) {
      // Requests for companies that this certificate reaches go on.
      requests.putBack(id, now() + WITHOUT_SESSION, trouble)
    } else {
      const state = isCertain ? 'not-sent' : 'unknown'
      requests.update(id, { state, answeredAt: null, nextCheckAt: null, trouble })
    }
  } finally {
    requests.release(id)
  }
  return undefined
}

/**
 * Reads the list once for all due requests, and for `alsoId` even if it is not due, and downloads the finished reports
 * (S-08). One process at a time: after its wait a process usually finds nothing due any more.
 */
export async function lookForReports(ports: RequestPorts, signal: AbortSignal, alsoId?: number): Promise<void> {
  const { archive, now } = ports
  const { requests } = archive
  await archive.locks.withLock('requests', signal, async () => {
    const due = requests
      .open()
      .filter(request => request.state !== 'sending' && (request.id === alsoId || isRequestDue(request, now())))
    if (due.length === 0) return
    try {
      await readList(ports, due, signal)
    } catch (error) {
      await postpone(ports, due, error, signal)
      return
    }
    for (const [at, { id }] of due.entries()) {
      const request = requests.get(id)
      if (request?.state !== 'requested' && request?.state !== 'delivered') continue
      try {
        await fetchReport(ports, request, signal)
        requests.update(id, { trouble: null, nextCheckAt: nextLook(request, now()) })
      } catch (error) {
        // Without a session there is no point in trying the others.
        await postpone(ports, needsSession(error) ? due.slice(at) : [request], error, signal)
        if (needsSession(error)) return
      }
    }
  })
}

/** Writes an error and the next check into requests. */
async function postpone(
  ports: RequestPorts,
  postponed: readonly ReportRequest[],
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { archive, now, explain } = ports
  const shown = explain(error)
  if (signal.aborted || shown.code === 'storage') throw error
  if (needsSession(error)) await noticeSessionNeeded(ports)
  const least = needsSession(error) ? now() + WITHOUT_SESSION : 0
  for (const request of postponed) {
    const next = nextLook(request, now())
    const nextCheckAt = next === null ? null : Math.max(next, least)
    archive.requests.update(request.id, { trouble: toErrorBody(shown), nextCheckAt })
  }
}

async function readList({ archive, source, now }: RequestPorts, due: readonly ReportRequest[], signal: AbortSignal) {
  // A request whose message is already listed waits only for the document.
  const unlisted = due.filter(({ state }) => state === 'requested')
  const [first] = unlisted
  if (!first) return
  const oldest = Math.min(...unlisted.map(({ createdAt }) => createdAt))
  // One extra day, since this machine's clock may differ from the service's.
  const days = Math.min(LOOK_BACK, Math.floor(Math.max(0, now() - oldest) / DAY) + 2)
  const isOfOne = unlisted.every(({ cui }) => cui === first.cui)
  const { messages, identity } = await source.list({ days, ...(isOfOne ? { cui: first.cui } : {}) }, signal)
  if (identity) archive.rights.record(identity)
  archive.mailbox.record(messages, 0)
}

/** Downloads the report of a request, if its message has come. */
async function fetchReport(
  { archive: { mailbox, rights }, source }: RequestPorts,
  { messageId, cui }: ReportRequest,
  signal: AbortSignal,
): Promise<void> {
  if (messageId === null) return
  refuseWithoutRight(rights, [cui])
  try {
    await fetchDocument(mailbox, source, messageId, signal)
  } catch (error) {
    if (error instanceof RecipisaError && !needsSession(error)) mailbox.markFailed(messageId, toErrorBody(error))
    throw error
  }
}

/** Adds one notice for each session that ended while work was due. */
async function noticeSessionNeeded({ archive, session }: RequestPorts): Promise<void> {
  const { service, state, since } = await session.status()
  if (state === 'expired' && since !== null) archive.notices.sessionNeeded(service, since)
}
