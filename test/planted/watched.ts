import { join } from 'node:path'
import { notesFolder } from './notes.ts'

/** Where global-setup.ts puts what is preloaded. */
export const preloadIn = (folder: string): string => join(folder, 'watch-process.cjs')

/** For the environment of every program under test: its processes, and those that they start, are watched. */
export function watchedEnv(): Record<string, string> {
  const folder = notesFolder()
  return folder === undefined ? {} : { RECIPISA_PLANTED: folder, NODE_OPTIONS: `--require=${preloadIn(folder)}` }
}
