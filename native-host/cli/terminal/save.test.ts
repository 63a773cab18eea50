import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { saveAs, saveNew } from './save.ts'

const folder = mkdtempSync(join(tmpdir(), 'recipisa-save-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a named file is replaced as a whole and nothing else is left behind', () => {
  const path = join(folder, 'a.zip')
  writeFileSync(path, 'older and longer')
  expect(saveAs(path, Buffer.from('new'))).toBe(path)
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(readdirSync(folder)).toEqual(['a.zip'])
})

test('a missing folder is named', () => {
  expect(() => saveAs(join(folder, 'no', 'a.zip'), Buffer.from('x'))).toThrowError(/no\/a\.zip.*folder does not exist/)
})

test('a named link stays a link, and a folder is refused', () => {
  const [target, link] = [join(folder, 'target.zip'), join(folder, 'link.zip')]
  writeFileSync(target, 'old')
  symlinkSync(target, link)
  expect(saveAs(link, Buffer.from('new'))).toBe(link)
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(target, 'utf8')).toBe('new')
  expect(() => saveAs(folder, Buffer.from('x'))).toThrowError(/--output.*folder/)
})

test.skipIf(process.platform === 'win32')('a pipe is written to and stays a pipe', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const read = readFile(pipe, 'utf8')
  // Opening for writing waits for a reader: with one there, this does not wait.
  saveAs(pipe, Buffer.from('through'))
  expect(await read).toBe('through')
  expect(lstatSync(pipe).isFIFO()).toBe(true)
})

test('a name that nobody chose shows its real characters', () => {
  const path = saveNew('../factura\u202efdp.exe', Buffer.from('one'), folder)
  expect(path).toBe(join(folder, 'facturafdp.exe'))
})

test('a name that nobody chose never replaces another file', () => {
  const path = saveNew('../b.zip', Buffer.from('one'), folder)
  expect(path).toBe(join(folder, 'b.zip'))
  expect(saveNew('b.zip', Buffer.from('one'), folder)).toBe(path)
  mkdirSync(join(folder, 'b_2.zip'))
  const next = saveNew('b.zip', Buffer.from('two'), folder)
  expect(next).toBe(join(folder, 'b_3.zip'))
  expect(saveNew('b.zip', Buffer.from('two'), folder)).toBe(next)
  expect([path, next].map(one => readFileSync(one, 'utf8'))).toEqual(['one', 'two'])
})
