import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { VERSION } from '../../shared/domain/product.ts'
import { changelogProblems } from './release.mjs'
import { writeSums } from './sums.mjs'

const CHANGELOG = '# Changelog\n\n## Unreleased\n\nSoon.\n\n## 0.2.0\n\n## 0.1.0\n\nThe whole way once.\n'

test('a release needs an entry of the changelog that says something', () => {
  expect(changelogProblems(CHANGELOG, '0.1.0')).toEqual([])
  for (const version of ['0.2.0', '0.1', '0.3.0'])
    expect(changelogProblems(CHANGELOG, version)).toEqual([`CHANGELOG.md says nothing about ${version}`])
})

test('the packages and both programs have one version', () => {
  expect(packageJson.version).toBe(VERSION)
})

test('checksums stand beside the files, in the order of their names, and never sum up themselves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recipisa-sums-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'b'), 'two')
  await writeFile(join(folder, 'a'), '')
  const lines = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a',
    '3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3  b',
  ]
  for (const _ of ['once', 'again']) expect(await writeSums(folder)).toEqual(lines)
  expect(await readFile(join(folder, 'SHA256SUMS'), 'utf8')).toBe(`${lines.join('\n')}\n`)
})
