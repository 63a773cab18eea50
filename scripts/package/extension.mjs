// The extension as the stores accept it. The same sources give the same bytes, on every machine and in every folder.
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { zipSync } from 'fflate'
import { NODE, ROOT, runOrFail, TOOLS, toolsEnv } from '../tools.mjs'

/** The sources of the extension's build. */
const SOURCES = ['extension', 'shared', 'package.json', 'tsconfig.json', 'wxt.config.ts', 'scripts/reached-modules.ts']

/** The time of every file in the zip: a zip cannot hold an earlier one. Zips know no time zone, so it is local time. */
const MOMENT = new Date(1980, 0, 1)

/**
 * Builds the extension for `browser` (`chrome`, which Edge takes too, or `firefox`) and writes it as one zip. It is built from
 * a copy of its sources: a build in the project's folder would change files that tests and editors read.
 */
export async function buildStoreZip({ browser, file }) {
  const root = await mkdtemp(join(tmpdir(), 'recipisa-extension-'))
  try {
    for (const name of SOURCES) await cp(join(ROOT, name), join(root, name), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
    // A test runner's own setting would make a build for tests.
    const env = toolsEnv({ NODE_ENV: 'production' })
    await runOrFail(NODE, [TOOLS.wxt, 'build', root, '--browser', browser, '--mv3'], { env, quiet: true })
    await writeFile(file, zipSync(await filesIn(join(root, `.output/${browser}-mv3`)), { mtime: MOMENT, level: 9 }))
  } finally {
    await rm(root, { recursive: true, force: true })
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
