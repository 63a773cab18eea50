// `npm run pictures`: set-up and builds, then pictures of the extension for the README and the stores (scripts/pictures/).
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
  await runOrFail(NODE, [join(ROOT, 'scripts/pictures/main.ts')])
}
