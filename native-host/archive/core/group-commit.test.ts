import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from './database.ts'
import { GroupCommit } from './group-commit.ts'
import { temporaryFolder } from './test-archive.fixture.ts'

test('changes that come together are committed together; what one throws fails no other', async () => {
  const db = await Database.open(join(temporaryFolder(), 'recipisa.db'))
  onTestFinished(() => db.close())
  const commits = new GroupCommit(db)
  const put = (scope: string) => () =>
    void db.run('INSERT INTO rates (scope, next_free_at, paused_until) VALUES (:scope, 0, 0)', { scope })
  const outcomes = await Promise.allSettled([
    commits.durable(put('one')),
    commits.transaction(() => {
      put('lost')()
      throw new Error('no')
    }),
    commits.transaction(put('two')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(db.all('SELECT scope FROM rates ORDER BY scope').map(row => ({ ...(row as object) }))).toEqual([
    { scope: 'one' },
    { scope: 'two' },
  ])
  await expect(commits.durable(put('one'))).rejects.toThrow('UNIQUE')
})
