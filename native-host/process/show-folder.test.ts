import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { showFolder } from './show-folder.ts'

const place = mkdtempSync(join(tmpdir(), 'recipisa-show-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const folder = join(place, 'arhiva mea')
const shown = join(place, 'shown')

/** A file manager that does this. */
function opener(script: string): NodeJS.ProcessEnv {
  const program = join(place, 'xdg-open')
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
  return { PATH: `${place}:/usr/bin:/bin`, SHOWN: shown }
}

test('the system’s program is given the folder, which is there then', async () => {
  await showFolder(folder, 'linux', opener('printf %s "$1" > "$SHOWN"'))
  expect(readFileSync(shown, 'utf8')).toBe(folder)
  expect(existsSync(folder)).toBe(true)
})

test('a system that cannot show it is told of, with the folder’s path', async () => {
  await expect(showFolder(folder, 'linux', opener('exit 3'))).rejects.toMatchObject({
    reason: 'folder-not-shown',
    params: { folder, problem: 'exit 3' },
  })
  await expect(showFolder(folder, 'linux', { PATH: '/nowhere' })).rejects.toMatchObject({ reason: 'folder-not-shown' })
})
