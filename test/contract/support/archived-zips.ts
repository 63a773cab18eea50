import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Authority } from '../../authority/authority.ts'
import type { Office } from './office.ts'

/** SHA-256 of every archived ZIP by path; without unfinished ones (hidden folders). */
export function archivedFiles(dataDir: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const path of walk(join(dataDir, 'archive')))
    if (path.endsWith('.zip') && !path.split('/').some(part => part.startsWith('.') && part !== '.'))
      files.set(path, createHash('sha256').update(readFileSync(path)).digest('hex'))
  return files
}

/** The number of complete ZIPs that the authority sent of each message, by message id. */
export function downloadsOf(authority: Authority): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { query, completed, status } of authority.journal.find({ path: 'descarcare' }))
    if (completed && status === 200) counts.set(query.id ?? '', (counts.get(query.id ?? '') ?? 0) + 1)
  return counts
}

type Archived = Pick<Office, 'authority' | 'dataDir'>

/** Every message of the office's world is in its archive, byte for byte. */
export function expectArchived({ authority, dataDir }: Archived): void {
  const expected = authority.expected().flatMap(({ messages }) => messages)
  expect([...archivedFiles(dataDir).values()].sort()).toEqual(expected.map(({ sha256 }) => sha256).sort())
}

/** The same, and each was downloaded once. */
export function expectComplete(office: Archived): void {
  expectArchived(office)
  for (const [id, count] of downloadsOf(office.authority)) expect(count, `downloads of ${id}`).toBe(1)
}

/** All files below a folder as text by path, to search them for forbidden texts. */
export function allTexts(folder: string, wanted: (name: string) => boolean): Map<string, string> {
  const paths = walk(folder).filter(path => wanted(path.slice(folder.length + 1)))
  return new Map(paths.map(path => [path, readFileSync(path, 'latin1')]))
}

function walk(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}
