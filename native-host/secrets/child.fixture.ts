import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/**
 * The program of another process, for the tests of several processes. `DATA_DIR NAME VALUE`: stores a value, and stops
 * (like a sleeping laptop) when the new file is written but not in place.
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
