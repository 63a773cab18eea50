import { entry } from './sentences/entry.ts'

/** A separate file: the program needs this sentence even after an update has removed the file with the others. */
export const PROGRAM_REPLACED = entry(
  [
    'Programul local Recipisa a fost actualizat sau dezinstalat cât timp rula.',
    'Încercați din nou, ca să pornească versiunea nouă; dacă mesajul revine, reporniți browserul sau instalați programul local din nou.',
  ],
  [
    'The Recipisa host was updated or removed while it was running.',
    'Try again, which starts the new version; if this message comes back, restart the browser or install the host again.',
  ],
)

/**
 * Whether an error says that a part of the running program is no longer in its folder. Parts are loaded on first use,
 * and an installer may have replaced them with another version's. The second code is Node's for a thread.
 */
export function isProgramReplaced(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND')
  )
}
