import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { networkDriveOf } from './network-drive.ts'

const typed = (type: number) => async () => ({ type })

test('a folder on another machine is told by its file system, and a disk of this one is none', async () => {
  expect(await networkDriveOf(tmpdir(), 'linux', typed(0x6969))).toBe('NFS')
  expect(await networkDriveOf(join(tmpdir(), 'not', 'there'), 'linux', typed(-11_317_950))).toBe('CIFS')
  expect(await networkDriveOf(tmpdir(), 'linux', typed(0xef53))).toBeUndefined()
  expect(await networkDriveOf(tmpdir())).toBeUndefined()
})

test('on Windows a path of another machine is one', async () => {
  expect(await networkDriveOf('\\\\nas\\birou', 'win32')).toBe('SMB')
  expect(await networkDriveOf('C:\\Users\\ana', 'win32')).toBeUndefined()
  expect(await networkDriveOf('\\\\?\\C:\\Users\\ana', 'win32')).toBeUndefined()
})
