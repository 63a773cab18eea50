import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildTar } from '../../../scripts/package/tar.mjs'
import { CHROME_EXTENSION_ORIGIN, FIREFOX_EXTENSION_ID, VERSION } from '../../../shared/domain/product.ts'
import { childEnv, HostProcess } from '../support/host.ts'
import { EPOCH, execute, filesIn, packagesFolder, payloadIn, smallPayload } from '../support/packages.ts'

/** The archives are built with GNU tar. */
const onLinux = process.platform === 'linux'

const folder = packagesFolder('tar')
const home = join(folder, 'home')
afterAll(() => rm(folder, { recursive: true, force: true }))

const start = (file: string, args: string[] = [], env: Record<string, string> = {}) =>
  execute(file, args, { env: childEnv({ HOME: home, ...env }) })

let made: Promise<string> | undefined
/** The folder that the archive unpacks to, made once. */
const unpacked = (): Promise<string> => {
  made ??= unpack()
  return made
}
async function unpack(): Promise<string> {
  const name = `recipisa-${VERSION}-linux-${process.arch}`
  const file = join(folder, `${name}.tar.gz`)
  await buildTar({ payload: await payloadIn(folder), name, file, epoch: EPOCH, level: 1 })
  await execute('tar', ['-xzf', file, '-C', folder])
  return join(folder, name)
}

/** The installed files, without the person's data. */
const ownFiles = async () => (await filesIn(home)).filter(file => !file.startsWith('.local/share/'))
const withoutCache = (files: readonly string[]) => files.filter(file => !file.startsWith('.cache/'))

test.runIf(onLinux)(
  'H-06 install.sh of the archive registers the program for its user, again to update, and uninstall.sh takes it back',
  async () => {
    const archive = await unpacked()
    await mkdir(home)

    const installed = await start(join(archive, 'install.sh'))
    expect(installed.stdout).toContain(`${home}/.local/bin`)
    const once = withoutCache(await ownFiles())
    await start(join(archive, 'install.sh'))
    expect(withoutCache(await ownFiles())).toEqual(once)
    expect((await start(join(home, '.local/bin/recipisa'), ['--version'])).stdout.trim()).toBe(VERSION)

    const manifests = once.filter(each => each.endsWith('/ro.recipisa.host.json'))
    expect(manifests.length).toBeGreaterThan(5)
    const launchers = manifests.map(async file => JSON.parse(await readFile(join(home, file), 'utf8')).path as string)
    const [launcher = '', ...others] = new Set(await Promise.all(launchers))
    expect(others).toEqual([])
    for (const args of [[CHROME_EXTENSION_ORIGIN], ['/x/ro.recipisa.host.json', FIREFOX_EXTENSION_ID]]) {
      const host = new HostProcess({ HOME: home }, args, [launcher])
      expect(await host.message(one => one.event === 'hello')).toMatchObject({ params: { version: VERSION } })
      await host.close()
    }

    // The library that reads tokens is included: it says what is wrong with this file.
    const text = join(folder, 'notes.so')
    await writeFile(text, 'not a library')
    const read = await start(join(home, '.local/bin/recipisa'), [
      'certificates',
      'list',
      '--module',
      text,
      '--json',
    ]).catch((error: { stdout: string }) => error)
    expect(JSON.parse(read.stdout)).toMatchObject({ error: { details: { reason: 'certificate-module-unusable' } } })

    const document = join(home, '.local/share/recipisa/archive/one.zip')
    await mkdir(join(document, '..'), { recursive: true })
    await writeFile(document, 'signed')
    const removed = await start(join(home, '.local/lib/recipisa/uninstall.sh'), [], { LANG: 'ro_RO.UTF-8' })
    expect(removed.stdout).toContain(`Arhiva dumneavoastră rămâne în ${home}/.local/share/recipisa.`)
    expect(await ownFiles()).toEqual([])
    expect(await readFile(document, 'utf8')).toBe('signed')
  },
)

test.runIf(onLinux)('an update that is killed while it removes the earlier program leaves a whole one', async () => {
  const own = { HOME: join(folder, 'killed-home') }
  const installer = join(await unpacked(), 'install.sh')
  await start(installer, [], own)
  const removing = join(folder, 'removing')
  await mkdir(removing)
  // Removes a part, then its caller is killed.
  const half = `#!/bin/sh\nfor it; do [ -e "$it/recipisa.js" ] && /bin/rm "$it/recipisa.js" && kill -KILL $PPID; done\n/bin/rm "$@"\n`
  await writeFile(join(removing, 'rm'), half, { mode: 0o755 })
  const killed = start(installer, [], { ...own, PATH: `${removing}:/usr/bin:/bin` })
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' })
  const command = join(own.HOME, '.local/bin/recipisa')
  expect((await start(command, ['--version'], own)).stdout.trim()).toBe(VERSION)
  await start(installer, [], own)
  expect(await readdir(join(own.HOME, '.local/lib'))).toEqual(['recipisa'])
})

test.runIf(onLinux)(
  'an update that does not fit on the disk says so once, and leaves the earlier program alone',
  async () => {
    const own = { HOME: join(folder, 'full-home') }
    const installer = join(await unpacked(), 'install.sh')
    await start(installer, [], own)
    const full = join(folder, 'full')
    await mkdir(full)
    // Copies a part, and says it of every other file.
    const half = `#!/bin/sh\nfor to; do :; done\nmkdir "$to"\nfor it in 1 2; do echo "cp: error writing $it: No space left on device" >&2; done\nexit 1\n`
    await writeFile(join(full, 'cp'), half, { mode: 0o755 })
    const failed = start(installer, [], { ...own, PATH: `${full}:/usr/bin:/bin`, LANG: 'ro_RO.UTF-8' })
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Programul nu s-a putut copia în .+\ncp: error writing 1: No space left on device\n$/,
      ),
    })
    expect(await readdir(join(own.HOME, '.local/lib'))).toEqual(['recipisa'])
    expect((await start(join(own.HOME, '.local/bin/recipisa'), ['--version'], own)).stdout.trim()).toBe(VERSION)
  },
)

test.runIf(onLinux)(
  'uninstall.sh of the unpacked archive removes the installed program, and never the archive, in whatever folder it lies',
  async () => {
    const archive = await unpacked()
    const own = join(folder, 'one-home')
    const places = { HOME: own, XDG_CACHE_HOME: join(own, 'all'), XDG_DATA_HOME: join(own, 'all') }
    await start(join(archive, 'install.sh'), [], places)
    await start(join(own, '.local/bin/recipisa'), ['companies', 'list'], places)
    await start(join(archive, 'program/uninstall.sh'), [], places)
    const left = await filesIn(own)
    expect(left).toContain('all/recipisa/recipisa.db')
    expect(left.filter(name => !name.startsWith('all/recipisa/') || name.includes('compiled'))).toEqual([])
  },
)

test.runIf(onLinux)(
  'uninstall.sh of the unpacked archive also removes an installed program that is half gone',
  async () => {
    const archive = await unpacked()
    const own = { HOME: join(folder, 'half-home') }
    await start(join(archive, 'install.sh'), [], own)
    await rm(join(own.HOME, '.local/lib/recipisa/recipisa.js'))
    await start(join(archive, 'program/uninstall.sh'), [], own)
    expect(await filesIn(own.HOME)).toEqual([])
  },
)

test.runIf(onLinux)('install.sh refuses sudo, which would install it for root alone', async () => {
  const asRoot = join(folder, 'as-root')
  await mkdir(asRoot)
  await writeFile(join(asRoot, 'id'), '#!/bin/sh\necho 0\n', { mode: 0o755 })
  const home = join(folder, 'root-home')
  const env = { HOME: home, SUDO_USER: 'ana', PATH: `${asRoot}:/usr/bin:/bin`, LANG: 'ro_RO.UTF-8' }
  await expect(start(join(await unpacked(), 'install.sh'), [], env)).rejects.toMatchObject({
    code: 1,
    stderr: 'Rulați install.sh fără sudo, ca utilizatorul care folosește browserul.\n',
  })
  expect(await filesIn(home)).toEqual([])
})

test.runIf(onLinux)('an archive for another computer says so and installs nothing', async () => {
  const name = 'recipisa-0.0.0-macos-arm64'
  const file = join(folder, `${name}.tar.gz`)
  await buildTar({ payload: await smallPayload(join(folder, 'small')), name, file, epoch: EPOCH })
  await execute('tar', ['-xzf', file, '-C', folder])
  const other = join(folder, 'other-home')
  const refused = start(join(folder, name, 'install.sh'), [], { HOME: other, LANG: 'ro_RO.UTF-8' })
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nu pornește pe acest calculator'),
  })
  expect(await filesIn(other)).toEqual([])
})

test.runIf(onLinux)('the same program gives the same archive, byte for byte, and nobody’s name is in it', async () => {
  const built = []
  for (const time of ['first', 'second']) {
    const file = join(folder, `${time}.tar.gz`)
    await buildTar({ payload: await smallPayload(join(folder, time)), name: 'recipisa', file, epoch: EPOCH })
    built.push(await readFile(file))
    const { stdout } = await execute('tar', ['--utc', '-tvzf', file])
    const lines = stdout.trim().split('\n')
    expect(lines.filter(line => !/^[-d]rw.r-.r-. 0\/0 +\d+ 2026-01-01 00:00 recipisa\//.test(line))).toEqual([])
    expect(lines.filter(line => line.startsWith('-rwxr-xr-x')).map(line => line.split('/').at(-1))).toEqual([
      'install.sh',
      'recipisa',
      'uninstall.sh',
    ])
  }
  expect(built[0]?.equals(built[1] ?? Buffer.of())).toBe(true)
})
