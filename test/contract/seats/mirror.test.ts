import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesBelow } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { makeOffice } from '../../office/make-office.ts'
import { removeFolder } from '../../planted/look.ts'
import { childEnv, command, type Env, PROGRAM } from '../support/host.ts'

const run = promisify(execFile)

let folder: string
let dataDir: string
let env: Env
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-mirror-'))
  dataDir = join(folder, 'data')
  env = { RECIPISA_DATA_DIR: dataDir }
  await makeOffice({ dataDir, companies: 2, documents: 60 })
})
afterAll(() => removeFolder(folder))

/** The modes of everything below a folder, and of itself. */
const modesOf = (path: string) =>
  ['.', ...readdirSync(path, { recursive: true, encoding: 'utf8' })].map(name => {
    const found = statSync(join(path, name))
    return { name, kind: found.isDirectory() ? 'folder' : 'file', mode: found.mode & 0o777 }
  })

test.skipIf(process.platform === 'win32').each([
  ['022', 0o755, 0o644],
  ['027', 0o750, 0o640],
])(
  'under umask %s others may read a mirror as any other file, and the archive stays private',
  async (umask, folders, files) => {
    const mirror = join(folder, `nas-${umask}`, 'facturi')
    const line = ['-c', `umask ${umask}; exec "$0" "$@"`, process.execPath, PROGRAM, 'office', 'mirror', mirror]
    await run('sh', line, { env: childEnv(env) })
    const modes = modesOf(join(folder, `nas-${umask}`))
    expect(modes.map(({ name }) => name)).toContain('facturi/.recipisa-oglinda.json')
    expect(modes.filter(({ kind }) => kind === 'file').length).toBeGreaterThan(60)
    for (const { name, kind, mode } of modes) expect([name, mode]).toEqual([name, kind === 'file' ? files : folders])
    // The folder is its owner's alone; a lock is an empty file that SQLite makes.
    const open = modesOf(dataDir).filter(({ name, mode }) => (mode & 0o077) !== 0 && !/\.lock$/.test(name))
    expect(open).toEqual([])
  },
)

test('two mirrors of one folder at once, by two names of it, write each document once', async () => {
  const mirror = async (path: string) =>
    (await command(['office', 'mirror', path, '--json'], env)).json() as { written: number; present: number }
  const alone = await mirror(join(folder, 'alone'))
  const [both, link] = [join(folder, 'both'), join(folder, 'link')]
  mkdirSync(both)
  symlinkSync(both, link, 'junction')
  const outcomes = await Promise.all([mirror(both), mirror(link)])
  const copies = (path: string) => filesBelow(path).filter(name => !/(^|\/)\./.test(name))
  expect(copies(both)).toEqual(copies(join(folder, 'alone')))
  expect(outcomes.map(({ written }) => written).toSorted()).toEqual([0, alone.written].toSorted())
})

test.skipIf(process.platform === 'win32')(
  'a folder that somebody replaced by a link out of the mirror gets nothing, and the others get theirs',
  async () => {
    const [mirror, outside] = [join(folder, 'linked'), join(folder, 'outside')]
    await command(['office', 'mirror', mirror, '--json'], env)
    const [company = ''] = readdirSync(mirror).filter(name => !name.startsWith('.'))
    const copies = filesBelow(mirror).filter(name => name.startsWith(`${company}/`)).length
    rmSync(join(mirror, company), { recursive: true })
    mkdirSync(outside)
    symlinkSync(outside, join(mirror, company))
    const { json, code } = await command(['office', 'mirror', mirror, '--json'], env)
    expect(readdirSync(outside)).toEqual([])
    const { failed } = json() as { failed: { error: unknown }[] }
    expect(failed).toHaveLength(copies)
    expect(failed[0]?.error).toMatchObject({
      details: { reason: 'mirror-link', params: { folder: join(mirror, company) } },
    })
    expect(code).toBe(1)
  },
)
