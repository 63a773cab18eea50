// `npm run build`: host and extension as they are shipped. `--dev` adds the extension's development build, which may
// also reach https://*.localhost, where tests and demo run their authority.
import { pathToFileURL } from 'node:url'
import { NODE, orExplain, ROOT, runOrFail, TOOLS } from './tools.mjs'

export async function buildHost() {
  await runOrFail(NODE, [`${ROOT}scripts/build-host.mjs`])
}

export async function buildExtension(mode) {
  await runOrFail(NODE, [TOOLS.wxt, 'build', '--mode', mode], { quiet: true })
}

async function main() {
  await buildHost()
  await buildExtension('production')
  if (process.argv.includes('--dev')) await buildExtension('development')
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await orExplain(main())
