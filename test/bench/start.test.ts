import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CHROME_EXTENSION_ORIGIN } from '../../shared/domain/product.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/recipisa.js', import.meta.url))
const ROUNDS = 15

/** Wall time of a command, ms. */
function time(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const start = performance.now()
  spawnSync(process.execPath, args, { env, stdio: 'ignore' })
  return performance.now() - start
}

/** Wall time until the host's first frame, ms. */
async function timeGreeting(env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now()
  const host = spawn(process.execPath, [PROGRAM, CHROME_EXTENSION_ORIGIN], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = new Promise(resolve => host.once('close', resolve))
  await new Promise(resolve => host.stdout.once('data', resolve))
  const greeted = performance.now() - start
  host.stdin.end()
  host.stdout.resume()
  await ended
  return greeted
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

test.skipIf(!existsSync(PROGRAM))('a start as a multiple of a bare Node', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-bench-'))
  const env = { ...process.env, RECIPISA_DATA_DIR: folder, DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
  const ways: Record<string, () => number | Promise<number>> = {
    'recipisa --version': () => time([PROGRAM, '--version'], env),
    'recipisa invoices list': () => time([PROGRAM, 'invoices', 'list'], env),
    'the greeting of the host': () => timeGreeting(env),
  }
  try {
    for (const [name, way] of Object.entries(ways)) {
      await way() // fills the compile cache
      const shares: number[] = []
      // Each beside a bare start of its own: the machine's other work then weighs on both.
      while (shares.length < ROUNDS) {
        const bare = time(['-e', '0'], env)
        shares.push((await way()) / bare)
      }
      console.log(`${name}: ${median(shares).toFixed(2)} times a bare Node`)
      expect(shares).toHaveLength(ROUNDS)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
