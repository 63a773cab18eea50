import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BROWSERS } from '../../../manifests/browsers.ts'
import { SCRIPTS } from '../../../native-host/cli/completion/scripts.ts'
import { buildDeb } from '../../../scripts/package/deb.mjs'
import {
  CHROME_EXTENSION_ORIGIN,
  EXTENSION_ORIGINS,
  FIREFOX_EXTENSION_ID,
  VERSION,
} from '../../../shared/domain/product.ts'
import { childEnv, HostProcess } from '../support/host.ts'
import { EPOCH, execute, filesIn, packagesFolder, payloadIn, smallPayload } from '../support/packages.ts'

/** Only root may give files of a package to root. */
const canInstall = existsSync('/usr/bin/dpkg-deb') && process.getuid?.() === 0

const folder = packagesFolder('deb')
const [root, home] = [join(folder, 'root'), join(folder, 'home')]
afterAll(() => rm(folder, { recursive: true, force: true }))

/** dpkg with its own system: its database, its files. */
async function dpkg(...args: string[]): Promise<void> {
  const force = ['--force-depends', '--force-unsafe-io']
  await execute('dpkg', [`--root=${root}`, `--log=${join(folder, 'dpkg.log')}`, ...force, ...args], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' },
  })
}

async function emptySystem(): Promise<void> {
  for (const name of ['info', 'updates', 'triggers', 'parts'])
    await mkdir(join(root, 'var/lib/dpkg', name), { recursive: true })
  for (const name of ['status', 'available']) await writeFile(join(root, 'var/lib/dpkg', name), '')
}

test.runIf(canInstall)(
  'H-06 the installed .deb starts in every browser for our extension only, and leaves nothing when it is removed',
  async () => {
    await emptySystem()
    const payload = await payloadIn(folder)
    const file = await buildDeb({
      payload,
      folder,
      version: VERSION,
      arch: process.arch,
      epoch: EPOCH,
      compression: 'none',
    })
    await dpkg('--install', file)

    expect(
      (await execute(join(root, 'usr/bin/recipisa'), ['--version'], { env: childEnv({ HOME: home }) })).stdout.trim(),
    ).toBe(VERSION)
    expect(await readlink(join(root, 'usr/bin/recipisa'))).toBe('../lib/recipisa/recipisa')
    for (const [shell, path] of [
      ['bash', 'bash-completion/completions/recipisa'],
      ['zsh', 'zsh/vendor-completions/_recipisa'],
      ['fish', 'fish/vendor_completions.d/recipisa.fish'],
    ] as const)
      expect(await readFile(join(root, 'usr/share', path), 'utf8'), shell).toBe(SCRIPTS[shell])
    for (const { name, family, systemFolders } of BROWSERS) {
      const manifest = join(systemFolders.linux, 'ro.recipisa.host.json')
      const { path, ...allowed } = JSON.parse(await readFile(join(root, manifest), 'utf8'))
      expect(allowed, name).toMatchObject(
        family === 'firefox' ? { allowed_extensions: [FIREFOX_EXTENSION_ID] } : { allowed_origins: EXTENSION_ORIGINS },
      )
      expect(path, name).toBe('/usr/lib/recipisa/recipisa')
    }
    for (const args of [[CHROME_EXTENSION_ORIGIN], ['/x/ro.recipisa.host.json', FIREFOX_EXTENSION_ID]]) {
      const host = new HostProcess({ HOME: home }, args, [join(root, 'usr/lib/recipisa/recipisa')])
      expect(await host.message(one => one.event === 'hello')).toMatchObject({ params: { version: VERSION } })
      expect(await host.request('companies.list', {})).toMatchObject({ companies: [] })
      expect(await host.close()).toBe(0)
    }

    const archive = await filesIn(join(home, '.local/share/recipisa'))
    expect(archive).not.toEqual([])
    await dpkg('--remove', 'recipisa')
    await rm(join(root, 'var/lib/dpkg'), { recursive: true })
    expect(await filesIn(root)).toEqual([])
    expect((await readdir(root)).filter(name => name !== 'var')).toEqual([])
    expect(await filesIn(join(home, '.local/share/recipisa'))).toEqual(archive)
  },
)

test.runIf(canInstall)(
  'the same program gives the same .deb, byte for byte, with the names that Debian has for processors',
  async () => {
    const built = []
    for (const time of ['first', 'second']) {
      const here = join(folder, time)
      await mkdir(here)
      const payload = await smallPayload(join(here, 'payload'))
      const file = await buildDeb({ payload, folder: here, version: VERSION, arch: 'arm64', epoch: EPOCH })
      expect((await execute('dpkg-deb', ['--field', file, 'Architecture'])).stdout.trim()).toBe('arm64')
      built.push(await readFile(file))
    }
    expect(built[0]?.equals(built[1] ?? Buffer.of())).toBe(true)
  },
)
