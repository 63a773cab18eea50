import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { placesFile, type Summary } from '../planted/summary.ts'

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))

/** Runs the tests of a project, and returns the searched places. */
export async function runProject(project: string): Promise<Summary | undefined> {
  rmSync(placesFile(project), { force: true })
  // This run needs none of Vitest's own messages to its workers.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|RECIPISA_PROOF|TMPDIR)/.test(name)),
  )
  const child = spawn(process.execPath, [VITEST, 'run', '--project', project], { env, stdio: 'inherit' })
  await once(child, 'close')
  return existsSync(placesFile(project))
    ? (JSON.parse(readFileSync(placesFile(project), 'utf8')) as Summary)
    : undefined
}
