import { createInterface } from 'node:readline/promises'
import { FILING_WORDS } from '../uploads/upload-labels.ts'
import type { Cli } from './command.ts'
import { plain } from './terminal.ts'

/** Whether there is a person to ask. */
export function canAsk({ terminal: { stdin, stderr } }: Cli): boolean {
  return stdin.isTTY === true && stderr.isTTY === true
}

/** Asks on the terminal; anything but a yes is a no. */
export async function ask({ terminal, signal }: Cli, question: string): Promise<boolean> {
  const { stdin: input, stderr: output, locale } = terminal
  const prompt = createInterface({ input, output })
  try {
    return FILING_WORDS[locale].yes.test((await prompt.question(plain(question), { signal })).trim())
  } finally {
    prompt.close()
  }
}
