import { VERSION } from '../../shared/domain/product.ts'
import type { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { hasUnclaimedWork } from '../jobs/work-loop.ts'
import type { Context } from '../operations/core/handler.ts'
import { createHandlers } from '../operations/core/handlers.ts'
import { invoke } from '../operations/core/invoke.ts'
import { createServices, type HostOptions, type Services } from '../services.ts'
import { createBrowserPort } from './browser-port.ts'
import { serve } from './serve.ts'

/** How often a host looks for due work that no runner does, ms. */
const REVIVAL_INTERVAL = 30_000

/** Answers the greeted browser until it closes the port; returns the exit code. */
export async function serveBrowser(args: readonly string[], options: HostOptions): Promise<number> {
  const port = createBrowserPort()
  const services = createServices({ ...options, mayBeKilled: true, browserPort: port.port })
  const { log } = services
  keepStdoutForFrames(services)
  log.info('host-started', { version: VERSION, origin: args[0] })

  const handlers = createHandlers(services)
  let underWay = 0
  const run = async (method: string, params: unknown, context: Context<unknown>) => {
    try {
      if (underWay++ === 0) await services.freshen()
      return await invoke(handlers, method, params, context)
    } finally {
      underWay--
    }
  }
  const revival = setInterval(() => void resumeWork(services), REVIVAL_INTERVAL)
  revival.unref()
  services.runner.onEnded(() => void resumeWork(services))
  void resumeWork(services)
  await serve({
    input: process.stdin,
    output: process.stdout,
    run,
    explain: error => endIfReplaced(services.explain(error)),
    log,
    port,
  })
  clearInterval(revival)
  await services.close()
  log.info('host-ended')
  return 0
}

/** The next connection starts the program that has replaced this one; the failed request is answered first. */
function endIfReplaced(error: RecipisaError): RecipisaError {
  if (error.reason === 'program-replaced') process.stdin.destroy()
  return error
}

/** Starts a runner for work whose runner has died, or that was recorded while the runner was ending (U-05). */
async function resumeWork(services: Services): Promise<void> {
  try {
    if (services.isStale()) return
    if (hasUnclaimedWork(await services.queues(), services.now())) services.runner.ensureStarted()
    if (hasUnclaimedWork(await services.certificateQueues(), services.now())) (await services.apiWorker()).begin()
  } catch (error) {
    // Requests that need the same part will report the failure to the person.
    services.log.warn('resume-failed', { error })
  }
}

/**
 * Sends the output of libraries to the log: on stdout the browser would take it for a frame (H-05). Unexpected errors
 * do not end the host.
 */
function keepStdoutForFrames({ log, explain }: Services): void {
  for (const level of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const)
    console[level] = (...values: unknown[]) => log.info('console', { level, text: values.map(String).join(' ') })
  process.on('uncaughtException', error => explain(error))
  process.on('unhandledRejection', error => explain(error))
}
