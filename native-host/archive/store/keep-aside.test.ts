import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openArchive } from '../core/open.ts'
import { filesBelow, NOON, temporaryFolder, withMessages } from '../core/test-archive.fixture.ts'

test('the latest 100 answers are kept aside, under names that lead nowhere', async () => {
  const { dataDir, archive } = await withMessages()
  for (let index = 0; index < 103; index++) await archive.keepAside(`../../${index}.html`, Buffer.from(String(index)))
  const kept = filesBelow(join(dataDir, 'kept'))
  expect(kept).toHaveLength(100)
  expect(kept.map(name => readFileSync(join(dataDir, 'kept', name), 'utf8'))).toEqual(
    Array.from({ length: 100 }, (_, index) => String(index + 3)),
  )
  expect(kept[0]).toMatch(/^\d{8}T\d{6}-\d{3}Z_\d+_3\.html$/)
})

test('an answer is kept although a clock that was ahead has named a hundred others', async () => {
  const clock = { now: NOON + 86_400_000 }
  const dataDir = temporaryFolder()
  const archive = await openArchive({ dataDir, environment: 'prod', now: () => clock.now })
  onTestFinished(() => archive.close())
  for (let n = 0; n < 100; n++) await archive.keepAside('early.html', Buffer.from('x'))
  archive.close()
  clock.now = NOON
  const again = await openArchive({ dataDir, environment: 'prod', now: () => clock.now })
  onTestFinished(() => again.close())
  expect(existsSync(await again.keepAside('late.html', Buffer.from('y')))).toBe(true)
  expect(filesBelow(join(dataDir, 'kept'))).toHaveLength(100)
})
