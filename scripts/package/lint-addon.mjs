// The check that addons.mozilla.org makes of every upload. The linter brings more packages than the rest of the project
// together, so only this command installs it, from a lock file of its own.
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { NODE, ROOT, runOrFail } from '../tools.mjs'

/** Throws when the linter finds anything, be it only a warning. */
export async function lintAddon({ file, work }) {
  const folder = join(work, 'addons-linter')
  await mkdir(folder)
  for (const name of ['package.json', 'package-lock.json'])
    await cp(join(ROOT, 'scripts/package/addons-linter', name), join(folder, name))
  await runOrFail('npm', ['ci', '--ignore-scripts', '--prefix', folder], { quiet: true })
  await runOrFail(NODE, [
    join(folder, 'node_modules/addons-linter/bin/addons-linter'),
    '--warnings-as-errors',
    '--enable-data-collection-permissions',
    file,
  ])
}
