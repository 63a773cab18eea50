// `npm start`: set-up and builds, then the demo (scripts/demo/). `-- --keep` leaves it running; `-- --pin` uses a token
// that asks for its PIN; `-- --office` shows two seats of an office and its worker.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildExtension, buildHost } from './build.mjs'
import { setUp } from './setup.mjs'
import { explain } from './system-packages.mjs'
import { Failed, NODE, orExplain, ROOT, toolsEnv } from './tools.mjs'

await orExplain(main())

async function main() {
  const parts = process.argv.includes('--office') ? ['browser', 'office'] : ['browser']
  const missing = await setUp(need => parts.some(part => need.for.includes(part)))
  if (missing.length > 0) throw new Failed(explain(missing))
  console.log('Building host and extension')
  await buildHost()
  await buildExtension('development')

  // The terminal sends Ctrl-C to the demo too, which then cleans up; this process only waits for it.
  const args = [join(ROOT, 'scripts/demo/main.ts'), ...process.argv.slice(2)]
  const demo = spawn(NODE, args, { cwd: ROOT, env: toolsEnv(), stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => signal === 'SIGINT' || demo.kill(signal))
  demo.on('close', (code, signal) => process.exit(signal ? 1 : code))
}
