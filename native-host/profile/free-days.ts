import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** A person's file of extra free days and make-up days, which the government sets in single years. */
export const freeDaysPath = (dataDir: string): string => join(dataDir, 'free-days.txt')

/** The file's text; empty if there is none. Throws `profile-unreadable`. */
export function readFreeDays(path: string): string {
  if (!existsSync(path)) return ''
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const problem = (cause as NodeJS.ErrnoException).code ?? 'unreadable'
    throw new RecipisaError('profile-unreadable', { path, problem }, { cause })
  }
}
