// `npm run build`: host and extension as shipped. `--dev` adds the extension's development builds, which may
// also reach https://*.localhost, where tests and demo run their authority.
import { pathToFileURL } from 'node:url'
import { NODE, orExplain, ROOT, runOrFail, TOOLS } from './tools.mjs'

export async function buildHost() {
  await runOrFail(NODE, [`${ROOT}scripts/build-host.mjs`])
}

/** `browser`: 'chrome' for Chromium and its relatives, or 'firefox'. */
export async function buildExtension(mode, browser = 'chrome') {
  await runOrFail(NODE, [TOOLS.wxt, 'build', '--mode', mode, '--browser', browser], { quiet: true })
}

async function main() {
  await buildHost()
  // One after the other: each build writes the same types into .wxt.
  for (const mode of process.argv.includes('--dev') ? ['production', 'development'] : ['production'])
    for (const browser of ['chrome', 'firefox']) await buildExtension(mode, browser)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await orExplain(main())
