import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { waitFor } from '../../test/support/wait-for.ts'

/** A program that works until stopped and prints lines for people. */
export type Worker = {
  /** Waits for a line of this shape. */
  hasSaid(line: RegExp): Promise<void>
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>
}

export function startWorker(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
): Worker {
  // In its own process group: Ctrl-C in the terminal reaches only the demo, which ends everything in order.
  const child = spawn(program, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const ended = once(child, 'close')
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', line => {
      lines.push(line)
      onLine(line)
    })
  return {
    async hasSaid(shape) {
      await waitFor(`the worker says ${shape}`, () => lines.some(line => shape.test(line)) || child.exitCode !== null)
      if (child.exitCode !== null) throw new Error(`the worker ended: ${lines.join('\n')}`)
    },
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}
