import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { askAtTerminal, askUnseen, type Keys } from '../../token/terminal-pin.ts'
import type { Cli } from '../core/command.ts'
import { readStdin, type Terminal } from '../terminal/terminal.ts'

/**
 * Secrets that a person types unseen, one after the other; without a terminal, the lines of standard input. They never
 * come on a command line, which other processes can read. Throws `argument-invalid` for a missing one, and
 * `password-needed` if nobody can be asked and nothing was piped.
 */
export async function askSecrets({ terminal }: Pick<Cli, 'terminal'>, prompts: readonly string[]): Promise<string[]> {
  const { stdin, stderr } = terminal
  const keys = isTerminal(stdin) ? stdin : undefined
  const lines = keys ? [] : await pipedLines(stdin)
  const secrets: string[] = []
  for (const [at, prompt] of prompts.entries()) {
    const secret = keys ? await ask(keys, stderr, prompt) : lines[at]
    if (!secret) {
      const problem = keys ? 'nothing was typed' : `line ${at + 1} of standard input is empty`
      throw new RecipisaError('argument-invalid', { name: 'password', value: '', problem })
    }
    secrets.push(secret)
  }
  return secrets
}

async function pipedLines(stdin: Terminal['stdin']): Promise<string[]> {
  const piped = await readStdin(stdin)
  if (piped === '') throw new RecipisaError('password-needed')
  return piped.split(/\r?\n/)
}

const isTerminal = (stdin: Terminal['stdin']): stdin is Keys => stdin.isTTY === true && stdin.setRawMode !== undefined

/** Windows has no /dev/tty: its terminal is standard input. */
const ask = async (keys: Keys, stderr: Terminal['stderr'], prompt: string): Promise<string> =>
  (await askAtTerminal([], prompt)) ?? (await askUnseen(keys, text => stderr.write(text), [prompt]))
