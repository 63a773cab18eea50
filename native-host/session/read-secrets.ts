import { isProgramReplaced } from '../../shared/errors/program-replaced.ts'
import { inTime } from '../secrets/in-time.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** How long to wait for the secrets, ms: a locked credential store waits for its owner, and people wait for the rest. */
const PATIENCE = 2_000

type Reading<T> = { keptIn: Secrets['keptIn'] } & (
  | { isReadable: true; found: T }
  | { isReadable: false; problem: unknown }
)

/** What `read` finds among the secrets, with their store. Secrets that cannot be read are no failure of the call. */
export async function readSecrets<T>(
  secrets: () => Promise<Pick<Secrets, 'keptIn'>>,
  read: () => Promise<T>,
): Promise<Reading<T>> {
  let keptIn: Secrets['keptIn'] = 'credential-store' // a store that does not even open is one
  try {
    keptIn = (await secrets()).keptIn
    return { keptIn, isReadable: true, found: await inTime(read(), PATIENCE) }
  } catch (problem) {
    if (isProgramReplaced(problem)) throw problem
    return { keptIn, isReadable: false, problem }
  }
}
