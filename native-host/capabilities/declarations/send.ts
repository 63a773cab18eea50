import { setTimeout as wait } from 'node:timers/promises'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import type { DeclarationChange } from '../../archive/declarations/declarations.ts'
import type { PortalAnswer } from '../../authority/portal/portal.ts'
import { unknownOutcome } from '../../authority/wire/unknown-outcome.ts'
import { FIRST_CHECK } from '../../jobs/schedule.ts'
import type { DeclarationPorts } from './ports.ts'

/** Pause after a try that found no session, ms; the caller tries again. */
const SESSION_WAIT = 1000

/**
 * Sends a recorded declaration, once. Without a session the declaration waits, because only a person begins a session
 * (G-12); after too long it becomes `not-sent`.
 */
export async function sendDeclaration(ports: DeclarationPorts, id: number, signal: AbortSignal): Promise<void> {
  const { session, archive } = ports
  if ((await session.status()).state !== 'active') {
    await wait(SESSION_WAIT, undefined, { signal }).catch(() => signal.throwIfAborted())
    return
  }
  const declaration = archive.declarations.claim(id)
  if (!declaration) return
  try {
    if (declaration.state === 'sending') await send(ports, declaration, signal)
  } finally {
    archive.declarations.release(id)
  }
}

/** The only place from which a declaration is sent; it is called once for each. */
async function send(ports: DeclarationPorts, { id, sha256 }: Declaration, signal: AbortSignal): Promise<void> {
  const { archive, portal, session, explain, now } = ports
  let hasLeft = false
  let change: DeclarationChange
  try {
    const file = sha256 === null ? undefined : await archive.declarations.staged(sha256)
    if (!file) throw new RecipisaError('staged-missing')
    const onBytes = () => {
      hasLeft = true
    }
    const answer = await session.use(cookies => portal.submit(file, cookies, signal, onBytes), signal)
    change = outcomeOf(answer, now())
  } catch (error) {
    const shown = explain(error)
    // Once bytes have left, only the portal's own pages prove what happened.
    const isCertain = !hasLeft
    change = isCertain ? { state: 'not-sent' } : { state: 'unknown', nextCheckAt: now() + FIRST_CHECK }
    // Whatever the error was, its advice to try again is wrong here.
    const keepsError = isCertain || shown.code === 'outcome-unknown'
    const notSent = shown.reason === 'rate-limited' ? new RecipisaError('declaration-held-off') : shown
    change.trouble = toErrorBody(keepsError ? notSent : unknownOutcome('displayFile', shown, 'declaration'))
  }
  if (archive.declarations.update(id, change)) return
  // Another declaration has this index already, so the answer is nonsense.
  const trouble = toErrorBody(new RecipisaError('filing-answer-unclear', { answer: `index ${change.filingNumber}` }))
  archive.declarations.update(id, { state: 'unknown', nextCheckAt: now() + FIRST_CHECK, trouble })
}

function outcomeOf(answer: PortalAnswer, now: number): DeclarationChange {
  if (answer.kind === 'rejected') return { state: 'rejected', findings: [answer.reason] }
  const { uploadIndex: filingNumber } = answer
  return { state: 'processing', filingNumber, filedOn: romaniaDay(now), nextCheckAt: now + FIRST_CHECK, trouble: null }
}
