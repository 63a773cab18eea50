import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Machine } from './machine.ts'

export const never = new AbortController().signal

/** A computer in a folder: `files` by their path in the system, `~` for the home folder; `keys` of its registry. */
export function aMachine(
  files: Readonly<Record<string, string>> = {},
  changes: Partial<Machine> = {},
): Machine & { pathOf(path: string): string } {
  const root = mkdtempSync(join(tmpdir(), 'recipisa-doctor-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const home = join(root, 'home/ana')
  const pathOf = (path: string) => (path.startsWith('~') ? join(home, path.slice(1)) : join(root, path))
  mkdirSync(home, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(pathOf(path)), { recursive: true })
    writeFileSync(pathOf(path), text, { mode: 0o755 })
  }
  return {
    system: 'linux',
    places: { home, config: join(home, '.config') },
    root,
    uid: process.getuid?.(),
    readKey: async () => undefined,
    run: async () => '',
    pathOf,
    ...changes,
  }
}
