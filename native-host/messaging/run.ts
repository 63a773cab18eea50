import { PROTOCOL_VERSION, VERSION } from '../../shared/domain/product.ts'
import { hasUnclaimedWork } from '../jobs/work-loop.ts'
import { createHandlers } from '../operations/core/handlers.ts'
import { invoke } from '../operations/core/invoke.ts'
import { createServices, type HostOptions, type Services } from '../services.ts'
import { serve } from './serve.ts'

/** How often a host looks whether something is due that no runner stayed alive for, ms. */
const REVIVAL = 30_000

/** What this host can do, for an extension that knows more or less than it. */
const CAPABILITIES = ['invoices']

/** Serves the browser that started this process until it closes the port; gives the exit code. */
export async function runMessaging(args: readonly string[], options: HostOptions): Promise<number> {
  const services = createServices({ ...options, mayBeKilled: true })
  const { log } = services
  keepStdoutForFrames(services)
  log.info('host-started', { version: VERSION, origin: args[0] })

  const handlers = createHandlers(services)
  const revival = setInterval(() => void resumeWork(services), REVIVAL)
  revival.unref()
  services.runner.onEnded(() => void resumeWork(services))
  void resumeWork(services)
  // As if the browser closed the port: what was begun with the sign-in comes to its end first.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.stdin.destroy())
  await serve({
    input: process.stdin,
    output: process.stdout,
    hello: { version: VERSION, protocol: PROTOCOL_VERSION, capabilities: CAPABILITIES },
    run: (method, params, context) => invoke(handlers, method, params, context),
    explain: services.explain,
    log,
  })
  clearInterval(revival)
  await services.close()
  log.info('host-ended')
  return 0
}

/** Work whose runner has died, or came while it was ending, is taken up by a host (U-05). */
async function resumeWork(services: Services): Promise<void> {
  try {
    if (hasUnclaimedWork(await services.queues(), services.now())) services.runner.ensureStarted()
  } catch (error) {
    // Requests that need what could not be opened will say so to the person.
    services.log.warn('resume-failed', { error })
  }
}

/** Whatever a library prints would be taken for a frame (H-05). A surprise is logged and does not end the host. */
function keepStdoutForFrames({ log, explain }: Services): void {
  for (const level of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const)
    console[level] = (...values: unknown[]) => log.info('console', { level, text: values.map(String).join(' ') })
  process.on('uncaughtException', error => explain(error))
  process.on('unhandledRejection', error => explain(error))
}
