// `npm run bench`: set-up, builds, and the timings of test/bench/ as one table. `npm run bench -- index --json` for one row.
import { join } from 'node:path'
import { buildExtension, buildHost } from './build.mjs'
import { setUp } from './setup.mjs'
import { NODE, orExplain, ROOT, run, toolsEnv } from './tools.mjs'

await orExplain(main())

async function main() {
  const missing = await setUp()
  await buildHost()
  for (const mode of ['production', 'development']) await buildExtension(mode)
  process.exitCode = await run(NODE, [join(ROOT, 'test/bench/main.ts'), ...process.argv.slice(2)], {
    env: toolsEnv({ RECIPISA_MISSING: missing.map(need => need.for).join(' ') }),
  })
}
