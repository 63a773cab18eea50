import { setTimeout as wait } from 'node:timers/promises'
import { errorCode } from './error-code.ts'

/** The errors of Windows for a file that another program, such as a virus scanner, has open for a moment. */
const HELD: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY'])

/** The pauses before the second try and each further one, ms: two seconds in all. */
const PAUSES = [10, 20, 40, 80, 150, 300, 600, 800]

const pausesOn = (platform: NodeJS.Platform) => (platform === 'win32' ? PAUSES : [])

/** Does what Windows may refuse for a moment. Elsewhere such a refusal lasts, and nothing is tried again. */
export async function whileHeld<T>(platform: NodeJS.Platform, work: () => Promise<T>): Promise<T> {
  for (const pause of pausesOn(platform)) {
    try {
      return await work()
    } catch (error) {
      throwUnlessHeld(error)
    }
    await wait(pause)
  }
  return work()
}

/** The same for callers that cannot wait: everything stands still meanwhile. */
export function whileHeldSync<T>(platform: NodeJS.Platform, work: () => T): T {
  for (const pause of pausesOn(platform)) {
    try {
      return work()
    } catch (error) {
      throwUnlessHeld(error)
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
  }
  return work()
}

function throwUnlessHeld(error: unknown): void {
  if (!HELD.has(errorCode(error))) throw error
}
