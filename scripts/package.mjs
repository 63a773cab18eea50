// `npm run package`: all files of a release, in release/, with checksums (docs/releasing.md).
// `-- --without msi,deb` leaves artefacts out, for instance on a machine that lacks their tools.
import { setUp } from './setup.mjs'
import { explain } from './system-packages.mjs'
import { NODE, orExplain, ROOT, run } from './tools.mjs'

await orExplain(main())

async function main() {
  const missing = await setUp(need => need.for === 'package')
  if (missing.length > 0) console.error(explain(missing))
  process.exitCode = await run(NODE, [`${ROOT}scripts/package/main.mjs`, ...process.argv.slice(2)])
}
