import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { networkDriveOf } from './network-drive.ts'

/** A system that answers about these paths only. */
function system({ type = 0, places = {} }: { type?: number; places?: Readonly<Record<string, string>> }) {
  const answer = async (path: string) => places[path] ?? Promise.reject(new Error(`ENOENT ${path}`))
  return { look: async () => ({ type }), resolve: answer, mount: answer }
}

test('a folder on another machine is told by its file system, and a disk of this one is none', async () => {
  expect(await networkDriveOf(tmpdir(), 'linux', system({ type: 0x6969 }))).toBe('NFS')
  expect(await networkDriveOf(join(tmpdir(), 'not', 'there'), 'linux', system({ type: -11_317_950 }))).toBe('CIFS')
  expect(await networkDriveOf(tmpdir(), 'linux', system({ type: 0xef53 }))).toBeUndefined()
  expect(await networkDriveOf(tmpdir())).toBeUndefined()
})

test.each([
  ['\\\\nas\\birou', 'SMB'],
  ['//nas/birou', 'SMB'],
  ['\\\\?\\UNC\\nas\\birou', 'SMB'],
  ['\\\\?\\unc\\nas\\birou', 'SMB'],
  ['C:\\Users\\ana', undefined],
  ['\\\\?\\C:\\Users\\ana', undefined],
  ['\\\\?\\Volume{4c1b02c1-d990-11dc-99ae-806e6f6e6963}\\ana', undefined],
])('on Windows the path %s is one of another machine: %s', async (path, kind) => {
  expect(await networkDriveOf(path, 'win32', system({}))).toBe(kind)
})

test('on Windows the letter of a mapped drive and a link stand for the real path, also of a folder that is not there yet', async () => {
  const places = {
    'Z:\\': '\\\\nas\\birou\\',
    'C:\\': 'C:\\',
    'C:\\Recipisa': '\\\\?\\UNC\\nas\\birou\\Recipisa',
    'D:\\Recipisa': 'D:\\Date\\Recipisa',
  }
  const kindOf = (path: string) => networkDriveOf(path, 'win32', system({ places }))
  expect(await kindOf('Z:\\Recipisa\\date')).toBe('SMB')
  expect(await kindOf('C:\\Recipisa')).toBe('SMB')
  expect(await kindOf('C:\\Users\\ana')).toBeUndefined()
  expect(await kindOf('D:\\Recipisa')).toBeUndefined()
  // A virtual drive has no real path, and is one of this machine.
  expect(await kindOf('V:\\Recipisa')).toBeUndefined()
})

test('on macOS a folder is of another machine by what is mounted there', async () => {
  const places = {
    '/Users/ana': '/dev/disk3s5 965595304 210438968 731262696 23% /System/Volumes/Data',
    '/Volumes/birou': '//ana@nas/birou 1949330672 91255984 1858074688 5% /Volumes/birou',
    '/Volumes/arhiva': 'nas:/export/arhiva 1949330672 91255984 1858074688 5% /Volumes/arhiva',
  }
  const kindOf = (path: string) => networkDriveOf(path, 'darwin', system({ places }))
  expect(await kindOf('/Volumes/birou/Recipisa')).toBe('SMB')
  expect(await kindOf('/Volumes/arhiva')).toBe('NFS')
  expect(await kindOf('/Users/ana/Library/Application Support/Recipisa')).toBeUndefined()
  expect(await kindOf('/private')).toBeUndefined()
})
