import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, withMessages } from '../core/test-archive.fixture.ts'

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
