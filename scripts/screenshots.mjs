// `npm run screenshots`: set-up and builds, then pictures of every view, and those of README and stores (scripts/pictures/).
// `-- ro/desk` takes only those whose language and name begin or go on so.
import { join } from 'node:path'
import { buildExtension, buildHost } from './build.mjs'
import { setUp } from './setup.mjs'
import { explain } from './system-packages.mjs'
import { Failed, NODE, orExplain, ROOT, runOrFail } from './tools.mjs'

await orExplain(main())

async function main() {
  const missing = await setUp(need => need.for === 'browser')
  if (missing.length > 0) throw new Failed(explain(missing))
  console.log('Building host and extension')
  await buildHost()
  await buildExtension('development')
  await runOrFail(NODE, [join(ROOT, 'scripts/pictures/main.ts'), ...process.argv.slice(2)])
}
