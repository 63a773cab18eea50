import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Disk, diskOn, realDisk } from './disk.ts'
import { replaceFile, replaceFileSync } from './replace-file.ts'

/** A process id that Linux never gives. */
const DEAD = 2 ** 22 + 1
const UUID = '0a1b2c3d-0000-4000-8000-0123456789ab'
const bytes = new TextEncoder().encode('new')

function temporaryFolder(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-replace-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of files) writeFileSync(join(folder, file), 'old')
  return folder
}

test('a file is replaced as a whole, and leftovers of dead processes are removed, whichever version left them', async () => {
  const left = [`.a.${DEAD}-7.part`, `a.${DEAD}.part`, `a.${DEAD}.tmp`, `a.${UUID}.part`, 'a.part']
  const others = [
    `.b.${DEAD}-1.part`,
    `.a.${process.pid}-${Number.MAX_SAFE_INTEGER}.part`,
    `a.${process.pid}.part`,
    'a.b.part',
    'b.part',
  ]
  for (const replace of [
    (path: string) => replaceFile(realDisk, path, bytes),
    (path: string) => replaceFileSync(path, bytes, 'host'),
  ]) {
    const folder = temporaryFolder('a', ...left, ...others)
    await replace(join(folder, 'a'))
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('new')
    expect(readdirSync(folder).sort()).toEqual(['a', ...others].sort())
  }
})

test("among a person's files, only hidden parts of dead processes are taken for leftovers", () => {
  const theirs = ['a.part', `a.${DEAD}.part`, `a.${DEAD}.tmp`, `a.${UUID}.part`]
  const folder = temporaryFolder(...theirs, `.a.${DEAD}.part`)
  replaceFileSync(join(folder, 'a'), bytes, 'person')
  expect(readdirSync(folder).sort()).toEqual(['a', ...theirs].sort())
})

test('a failure leaves the old file, no part, and names the file', async () => {
  const folder = temporaryFolder('a')
  const full: Disk = {
    ...realDisk,
    async write(path) {
      await realDisk.write(path, bytes.subarray(1))
      await realDisk.write(join(folder, 'no', 'folder'), bytes)
    },
  }
  const path = join(folder, 'a')
  await expect(replaceFile(full, path, bytes)).rejects.toMatchObject({ reason: 'storage-failed', params: { path } })
  expect(readdirSync(folder)).toEqual(['a'])
  expect(readFileSync(path, 'utf8')).toBe('old')
})

test('writers at the same time leave one of their contents', async () => {
  const path = join(temporaryFolder(), 'a')
  const texts = Array.from({ length: 8 }, (_, index) => `${index}`.repeat(100_000))
  await Promise.all(texts.map(text => replaceFile(realDisk, path, new TextEncoder().encode(text))))
  expect(texts).toContain(readFileSync(path, 'utf8'))
})

/** Renames that a virus scanner has refused this many times. */
function scanned(times: number, code: string) {
  let refusals = times
  return <T>(rename: (from: string, to: string) => T) =>
    (from: string, to: string): T => {
      if (refusals-- > 0) throw Object.assign(new Error(`${code}: not permitted, rename`), { code })
      return rename(from, to)
    }
}

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'Windows refuses a rename with %s for a moment: the file is replaced',
  async code => {
    const path = join(temporaryFolder('a'), 'a')
    const refusing = scanned(2, code)(rename)
    await replaceFile(diskOn({ platform: 'win32', rename: async (from, to) => refusing(from, to) }), path, bytes)
    expect(readFileSync(path, 'utf8')).toBe('new')
    replaceFileSync(path, Buffer.from('newer'), 'host', { platform: 'win32', rename: scanned(2, code)(renameSync) })
    expect(readFileSync(path, 'utf8')).toBe('newer')
  },
)

test('another refusal, and any on another system, is told at once', async () => {
  const path = join(temporaryFolder('a'), 'a')
  for (const [platform, code] of [
    ['win32', 'ENOSPC'],
    ['linux', 'EPERM'],
  ] as const) {
    const refusing = scanned(1, code)(rename)
    await expect(
      replaceFile(diskOn({ platform, rename: async (from, to) => refusing(from, to) }), path, bytes),
    ).rejects.toMatchObject({ reason: 'storage-failed', params: { path } })
    const replace = () => replaceFileSync(path, bytes, 'host', { platform, rename: scanned(1, code)(renameSync) })
    expect(replace).toThrow(code)
  }
  expect(readFileSync(path, 'utf8')).toBe('old')
})
