/** A command line that commander accepted but that is wrong. */
export class UsageProblem extends Error {}

/** Secrets come on standard input only: every process of the machine can read a command line. */
export function requireStdin(source: string): void {
  if (source !== '-')
    throw new UsageProblem('give - and the secret on standard input; a command line is no place for it')
}
