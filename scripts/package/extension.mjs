// The extension as the stores take it. The same sources give the same bytes, on every machine and in every folder.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { zipSync } from 'fflate'
import { NODE, ROOT, runOrFail, toolsEnv } from '../tools.mjs'

/** The time of every file in the zip: a zip cannot hold an earlier one. Zips know no time zone, so it is local time. */
const MOMENT = new Date(1980, 0, 1)

/** Builds the extension for `browser` (`chrome`, which Edge takes too, or `firefox`) and writes it as one zip. */
export async function buildStoreZip({ browser, file, root = ROOT }) {
  const folder = await mkdtemp(join(tmpdir(), 'recipisa-extension-'))
  try {
    const build = join(root, 'scripts/package/build-extension.mjs')
    // A test runner's own setting would make a build for tests.
    await runOrFail(NODE, [build, browser, folder], { env: toolsEnv({ NODE_ENV: 'production' }), quiet: true })
    await writeFile(file, zipSync(await filesIn(join(folder, `${browser}-mv3`)), { mtime: MOMENT, level: 9 }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(each => each.isFile()).map(each => join(each.parentPath, each.name))
  const named = files.map(file => ({ file, name: relative(folder, file).split(sep).join('/') }))
  named.sort((a, b) => (a.name < b.name ? -1 : 1))
  const contents = {}
  for (const { file, name } of named) contents[name] = content(name, await readFile(file))
  return contents
}

/**
 * The stores give ids of their own and refuse a manifest with the key by which an unpacked extension has ours
 * (docs/releasing.md).
 */
function content(name, bytes) {
  if (name !== 'manifest.json') return bytes
  const { key, ...manifest } = JSON.parse(bytes.toString('utf8'))
  return key === undefined ? bytes : Buffer.from(JSON.stringify(manifest))
}
