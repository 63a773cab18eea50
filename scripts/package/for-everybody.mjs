// The program's layout on a computer for all its users, as the .deb and the .pkg install it.
import { chmod, cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hostManifest } from '../../manifests/host-manifest.ts'
import { systemWideManifests } from '../../manifests/registration-files.ts'
import { ROOT } from '../tools.mjs'

/**
 * Lays a payload out below `root`: the program in `prefix`/lib/recipisa, the command in `prefix`/bin, and the manifests where
 * the browsers of `system` (`linux` or `darwin`) look for those of the computer.
 */
export async function layOutForEverybody(root, { payload, system, prefix }) {
  const program = `${prefix}/lib/recipisa`
  const command = join(root, prefix, 'bin/recipisa')
  await cp(payload, join(root, program), { recursive: true })
  await cp(join(ROOT, 'scripts/package/launcher.sh'), join(root, program, 'recipisa'))
  await chmod(join(root, program, 'recipisa'), 0o755)
  await mkdir(dirname(command), { recursive: true })
  await symlink('../lib/recipisa/recipisa', command)
  for (const { family, file } of systemWideManifests(system))
    await writeBelow(root, file, hostManifest(family, `${program}/recipisa`))
}

export async function writeBelow(root, path, content) {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}
