// The check that addons.mozilla.org runs on every upload. The linter brings more packages than the rest of the project
// together, so only this command installs it, from its own lock file.
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { strFromU8, unzipSync } from 'fflate'
import { Failed, NODE, ROOT, runOrFail } from '../tools.mjs'

/**
 * Code of libraries that the linter warns of, and that nothing of ours reaches: Preact's `dangerouslySetInnerHTML`, Chartist's
 * `foreignObject`. The style rules forbid the first in our own code.
 */
const KNOWN = [/^[\w$]+\.innerHTML=[\w$]+\.__html\b/, /^[\w$]+\.innerHTML=[\w$]+,[\w$]+=[\w$]+\.firstChild\b/]

/** Throws when the linter finds anything beyond the known places, even a warning. `work`: a folder to install it in. */
export async function lintAddon({ file, work }) {
  const folder = join(work, 'addons-linter')
  await mkdir(folder)
  for (const name of ['package.json', 'package-lock.json'])
    await cp(join(ROOT, 'scripts/package/addons-linter', name), join(folder, name))
  await runOrFail('npm', ['ci', '--ignore-scripts', '--prefix', folder], { quiet: true })
  const { errors, warnings, notices } = await findingsOf(folder, file)
  const files = unzipSync(await readFile(file))
  const unknown = [...errors, ...warnings, ...notices].filter(finding => !isKnown(finding, files))
  const lines = unknown.map(({ code, message, file, line }) => `${code} ${file ?? ''}:${line ?? ''} ${message}`)
  if (lines.length > 0) throw new Failed(`The linter of addons.mozilla.org finds:\n${lines.join('\n')}`)
}

async function findingsOf(folder, file) {
  const linter = join(folder, 'node_modules/addons-linter/bin/addons-linter')
  const args = [linter, '--enable-data-collection-permissions', '--output', 'json', file]
  // It exits with 1 when it finds an error, and prints its findings all the same.
  const { stdout } = await promisify(execFile)(NODE, args, { maxBuffer: 64 * 1024 ** 2 }).catch(error => {
    if (error.code === 1 && error.stdout) return error
    throw error
  })
  return JSON.parse(stdout)
}

function isKnown({ code, file, line, column }, files) {
  if (code !== 'UNSAFE_VAR_ASSIGNMENT') return false
  const text = strFromU8(files[file])
    .split('\n')
    [line - 1]?.slice(column - 1)
  return KNOWN.some(pattern => pattern.test(text))
}
