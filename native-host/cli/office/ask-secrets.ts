import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { askAtTerminal } from '../../token/terminal-pin.ts'
import type { Cli } from '../core/command.ts'
import { readStdin } from '../terminal/terminal.ts'

/**
 * Secrets that a person types unseen, one after the other; without a terminal, the lines of standard input. They never
 * come on a command line, which other processes can read. Throws `argument-invalid` for a missing one.
 */
export async function askSecrets({ terminal }: Pick<Cli, 'terminal'>, prompts: readonly string[]): Promise<string[]> {
  const lines = terminal.stdin.isTTY ? [] : (await readStdin(terminal.stdin)).split(/\r?\n/)
  const secrets: string[] = []
  for (const [at, prompt] of prompts.entries()) {
    const secret = terminal.stdin.isTTY ? await askAtTerminal([], prompt) : lines[at]
    if (!secret) {
      const problem = terminal.stdin.isTTY ? 'nothing was typed' : `line ${at + 1} of standard input is empty`
      throw new RecipisaError('argument-invalid', { name: 'password', value: '', problem })
    }
    secrets.push(secret)
  }
  return secrets
}
