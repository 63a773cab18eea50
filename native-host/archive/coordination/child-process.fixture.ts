import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** The program that the tests of several processes start. */
export const CHILD = join(import.meta.dirname, 'child.fixture.ts')

export function start(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

/** The child's first line. */
export async function line(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no stdout')
  const [text] = await once(createInterface(child.stdout), 'line')
  return text
}

export async function ended(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  const [code, killed] = await once(child, 'exit')
  return killed ?? code
}

export async function kill(child: ChildProcess): Promise<void> {
  const end = ended(child)
  child.kill('SIGKILL')
  await end
}
