import { lstat, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { XMLValidator } from 'fast-xml-parser'
import { afterAll, expect, test } from 'vitest'
import { BROWSERS } from '../../../manifests/browsers.ts'
import { buildPkgParts } from '../../../scripts/package/pkg.mjs'
import { EPOCH, execute, filesIn, packagesFolder, smallPayload } from '../support/packages.ts'

/** The archive is built with GNU tar. */
const onLinux = process.platform === 'linux'

const folder = packagesFolder('pkg')
afterAll(() => rm(folder, { recursive: true, force: true }))

test.runIf(onLinux)('the parts of a .pkg register the program with every browser of macOS, for everybody', async () => {
  const name = 'recipisa-1.2.3-macos-arm64'
  const file = join(folder, 'parts.tar.gz')
  const payload = await smallPayload(join(folder, 'payload'))
  await buildPkgParts({ payload, name, file, version: '1.2.3', arch: 'arm64', epoch: EPOCH })
  await execute('tar', ['-xzf', file, '-C', folder])
  const root = join(folder, name, 'root')

  const files = await filesIn(root)
  const manifests = files.filter(each => each.endsWith('ro.recipisa.host.json'))
  expect(manifests.map(each => `/${join(each, '..')}`)).toEqual(
    [...new Set(BROWSERS.map(({ systemFolders }) => systemFolders.darwin))].sort(),
  )
  for (const manifest of manifests) {
    const { path } = JSON.parse(await readFile(join(root, manifest), 'utf8')) as { path: string }
    expect((await lstat(join(root, path))).mode & 0o111, manifest).toBe(0o111)
  }
  expect(await readlink(join(root, 'usr/local/bin/recipisa'))).toBe('../lib/recipisa/recipisa')
  expect(files).toContain('usr/local/lib/recipisa/node')

  const distribution = await readFile(join(folder, name, 'distribution.xml'), 'utf8')
  expect(XMLValidator.validate(distribution)).toBe(true)
  expect(distribution).toContain('hostArchitectures="arm64"')
  expect(distribution).toContain('version="1.2.3">recipisa-component.pkg<')
})

test.runIf(onLinux)(
  'the script makes the .pkg of these parts by Apple’s two commands, signed where a name is given',
  async () => {
    const name = 'recipisa-1.2.3-macos-x64'
    const file = join(folder, 'script.tar.gz')
    const payload = await smallPayload(join(folder, 'other-payload'))
    await buildPkgParts({ payload, name, file, version: '1.2.3', arch: 'x64', epoch: EPOCH })
    await execute('tar', ['-xzf', file, '-C', folder])
    // Apple's commands are missing here: two stand-ins record how they were called.
    const calls = `pkgbuild() { echo "pkgbuild $*"; touch recipisa-component.pkg; }
productbuild() { printf 'productbuild'; printf ' <%s>' "$@"; }
. "$0"`
    const script = join(folder, name, 'build-pkg.sh')
    const { stdout } = await execute('sh', ['-c', calls, script, 'Developer ID Installer: Recipisa'])
    expect(stdout).toContain(
      'pkgbuild --root root --install-location / --ownership recommended --identifier ro.recipisa --version 1.2.3 recipisa-component.pkg',
    )
    expect(stdout).toContain(`<--sign> <Developer ID Installer: Recipisa> <${name}.pkg>`)
    expect(await filesIn(join(folder, name))).not.toContain('recipisa-component.pkg')
  },
)
