import { join } from 'node:path'
import { notesFolder } from './notes.ts'

/** The place of the preloaded file that global-setup.ts writes. */
export const preloadIn = (folder: string): string => join(folder, 'watch-process.cjs')

/** For the environment of every program under test: watches its processes, and those that they start. */
export function watchedEnv(): Record<string, string> {
  const folder = notesFolder()
  return folder === undefined ? {} : { RECIPISA_PLANTED: folder, NODE_OPTIONS: `--require=${preloadIn(folder)}` }
}
