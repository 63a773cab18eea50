import { runWorkLoop } from '../../jobs/work-loop.ts'
import { processEnds } from '../../process/ending.ts'
import type { Cli } from './command.ts'

/**
 * A runner's work, with the profile as it is: a changed one is taken over between two pieces of work. A shutdown of the
 * process cancels nothing: the next runner takes it up.
 */
export async function doDueWork({ services, signal }: Pick<Cli, 'services' | 'signal'>): Promise<void> {
  const ending = new AbortController()
  const end = () => ending.abort(processEnds())
  signal.addEventListener('abort', end, { once: true })
  const { now, isStale } = services
  try {
    do {
      await services.freshen()
      await runWorkLoop({ queues: await services.queues(), now, isStale, signal: ending.signal })
    } while (isStale() && !ending.signal.aborted)
  } finally {
    signal.removeEventListener('abort', end)
  }
}
