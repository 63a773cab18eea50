import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { localeOf } from '../native-host/cli/terminal/terminal.ts'
import type { Locale } from '../shared/errors/codes.ts'
import { describeReason, RecipisaError } from '../shared/errors/recipisa-error.ts'
import { placesOf } from './browsers.ts'
import type { Registration } from './registration.ts'

/**
 * Runs `npm run host:install` or `host:uninstall`: reads the flags, does the work, and prints in the person's language which
 * files changed, or what is wrong and what to do.
 */
export async function runCommand(
  work: (registration: Registration) => Promise<{ files: string[]; note?: Record<Locale, string> }>,
  words: Record<Locale, { done: string; nothing: string }>,
): Promise<void> {
  const { env, platform } = process
  const locale = localeOf(env)
  try {
    const { values } = parseArgs({ options: { 'user-data-dir': { type: 'string' } } })
    const home = homedir()
    const { files, note } = await work({
      system: platform,
      places: placesOf(env, home),
      data: env.XDG_DATA_HOME || join(home, '.local/share'),
      userDataDir: values['user-data-dir'] === undefined ? undefined : resolve(values['user-data-dir']),
    })
    console.log(files.length > 0 ? words[locale].done : words[locale].nothing)
    for (const file of files) console.log(`  ${file}`)
    if (note) console.log(note[locale])
  } catch (error) {
    if (!(error instanceof RecipisaError) && !(error instanceof Error)) throw error
    console.error(
      error instanceof RecipisaError ? describeReason(error.reason, error.params, locale).text : error.message,
    )
    process.exitCode = 1
  }
}
