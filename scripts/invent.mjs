// `npm run invent`: writes the archive of an invented office, of any size (test/office/). Needs no build and no authority.
import { join } from 'node:path'
import { setUp } from './setup.mjs'
import { NODE, orExplain, ROOT, run } from './tools.mjs'

await orExplain(main())

async function main() {
  await setUp(() => false)
  process.exitCode = await run(NODE, [join(ROOT, 'scripts/invent/main.ts'), ...process.argv.slice(2)])
}
