import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/**
 * A process of its own for the tests of several processes at the secrets: `DATA_DIR NAME VALUE` keeps a value, and stops
 * (as a laptop that sleeps) when all is written but not yet in its place.
 */
const [dataDir = '', name = '', value = ''] = process.argv.slice(2)

const rename = fs.rename
fs.rename = async (from, to) => {
  process.kill(process.pid, 'SIGSTOP')
  await rename(from, to)
}
syncBuiltinESMExports()

const { openSecrets } = await import('./open.ts')
const secrets = await openSecrets({ dataDir, scope: 's', platform: 'linux', store: async () => undefined })
await secrets.set(name as Parameters<typeof secrets.set>[0], value)
process.exit()
