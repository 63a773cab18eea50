import { Argument, type Command } from 'commander'
import type { Act, Say } from '../core/command.ts'
import { SCRIPTS, SHELLS, type Shell } from './scripts.ts'
import { suggest } from './suggest.ts'

/**
 * Completion of the commands in a shell (H-10). The program itself knows the possible continuations, for every shell
 * alike.
 */
export function addCompletion(completion: Command, _act: Act, say: Say): void {
  completion
    .addArgument(new Argument('<shell>', 'the shell that you use').choices(SHELLS))
    .action(say((shell: Shell) => ({ bytes: new TextEncoder().encode(SCRIPTS[shell]) })))
  // The scripts call this at each press of the key. `--current` and its value are one word: an empty value would get
  // lost.
  completion
    .command('suggest', { hidden: true })
    .argument('[before...]')
    .requiredOption('--current <word>')
    .action(
      say(async (before: string[], { current }: { current: string }) => {
        const lines = (await suggest(before, current)).map(({ word, description }) => `${word}\t${description}\n`)
        return { bytes: new TextEncoder().encode(lines.join('')) }
      }),
    )
}
