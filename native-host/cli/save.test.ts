import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

test('a folder that is not there is named', () => {
  expect(() => saveAs(join(folder, 'no', 'a.zip'), Buffer.from('x'))).toThrowError(/no\/a\.zip.*ENOENT/)
})

test('a name that nobody chose never replaces another file', () => {
  const before = process.cwd()
  process.chdir(folder)
  try {
    const path = saveNew('../b.zip', Buffer.from('one'))
    expect(path).toBe(join(folder, 'b.zip'))
    expect(saveNew('b.zip', Buffer.from('one'))).toBe(path)
    expect(() => saveNew('b.zip', Buffer.from('two'))).toThrowError(/another file/)
    expect(readFileSync(path, 'utf8')).toBe('one')
  } finally {
    process.chdir(before)
  }
})
