import { createInterface } from 'node:readline/promises'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Cli } from '../core/command.ts'
import { plain } from './terminal.ts'

const YES = /^(y|yes|d|da)$/i

/** Whether a person at the terminal can be asked. */
export function canAsk({ terminal: { stdin, stderr } }: Pick<Cli, 'terminal'>): boolean {
  return stdin.isTTY === true && stderr.isTTY === true
}

/** Asks on the terminal; anything but a yes is a no. */
export async function ask({ terminal, signal }: Pick<Cli, 'terminal' | 'signal'>, question: string): Promise<boolean> {
  const { stdin: input, stderr: output } = terminal
  const prompt = createInterface({ input, output })
  try {
    return YES.test((await prompt.question(plain(question), { signal })).trim())
  } finally {
    prompt.close()
  }
}

/** Throws `cancelled` unless the person says yes, and `confirmation-needed` if nobody can be asked. */
export async function confirm(cli: Pick<Cli, 'terminal' | 'signal'>, question: string): Promise<void> {
  if (!canAsk(cli)) throw new RecipisaError('confirmation-needed')
  if (!(await ask(cli, question))) throw new RecipisaError('cancelled')
}
