import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { SyncResult } from '../../../shared/protocol/jobs.ts'
import { isTimeToTell } from '../../schedule/morning.ts'
import type { Cli } from '../core/command.ts'
import { doDueWork } from '../core/do-due-work.ts'

type Doer = Pick<Cli, 'call' | 'services' | 'signal'>

/** The outcome of one part of a scheduled run; `skipped` if nobody has ever signed in. */
export type Step = {
  step: 'invoices' | 'mailbox' | 'filings'
  outcome: 'done' | 'skipped' | 'failed'
  error: ErrorBody | null
}

/**
 * Syncs invoices and messages and checks filings, as far as tokens and cookies are alive. A failed part does not
 * prevent the next one, and each takes over a changed profile. Nothing is filed that was not journaled before.
 */
export async function runDue(cli: Doer): Promise<Step[]> {
  const steps: Step[] = []
  /** `work` returns the sync's result, or nothing if nobody has signed in. */
  const attempt = async (step: Step['step'], work: () => Promise<SyncResult['companies'] | undefined>) => {
    try {
      await cli.services.freshen()
      cli.signal.throwIfAborted()
      const synced = await work()
      const error = synced?.flatMap(company => company.error ?? company.failures.map(failure => failure.error))[0]
      const outcome = error ? 'failed' : synced ? 'done' : 'skipped'
      steps.push({ step, outcome, error: error ?? null })
    } catch (error) {
      const shown = cli.services.explain(error)
      // No later part could do better: the new program has to be started.
      if (shown.reason === 'program-replaced') throw shown
      steps.push({ step, outcome: 'failed', error: toErrorBody(shown) })
    }
  }
  await attempt('invoices', async () => {
    if ((await cli.call('auth.status', {})).state === 'disconnected') return undefined
    return (await cli.call('invoices.sync', {})).companies
  })
  await attempt('mailbox', async () => {
    if ((await spvSession(cli))?.state === 'none') return undefined
    return (await cli.call('mailbox.sync', {})).companies
  })
  await attempt('filings', async () => {
    await doDueWork(cli)
    return []
  })
  // A failure here must not lose the outcomes of the steps. The next run tells of the session.
  await tellOfEndedSession(cli).catch(error => cli.services.log.warn('session-notice-failed', { error }))
  return steps
}

const spvSession = async ({ call }: Doer) =>
  (await call('session.status', {})).services.find(({ service }) => service === 'spv')

/** Records the notice of an expired session; the browser's extension shows it. A session has one notice (G-12). */
async function tellOfEndedSession(cli: Doer): Promise<void> {
  const { notices } = await cli.services.archive()
  const session = await spvSession(cli)
  if (session?.state !== 'expired' || session.since === null || session.lastUsedAt === null) return
  if (isTimeToTell(session.lastUsedAt, cli.services.now())) notices.sessionNeeded(session.service, session.since)
}
