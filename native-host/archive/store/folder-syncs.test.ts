import { expect, test } from 'vitest'
import { createFolderSyncs } from './folder-syncs.ts'

test('who comes while a folder is synced waits for the next sync, with all others', async () => {
  const begun: PromiseWithResolvers<void>[] = []
  const sync = createFolderSyncs({
    syncFolder() {
      const one = Promise.withResolvers<void>()
      begun.push(one)
      return one.promise
    },
  })
  const first = sync('/a')
  await Promise.resolve()
  const late = [sync('/a'), sync('/a'), sync('/b')]
  await Promise.resolve()
  expect(begun).toHaveLength(2)
  begun[0]?.reject(new Error('full'))
  await expect(first).rejects.toThrow('full')
  await expect.poll(() => begun.length).toBe(3)
  begun[1]?.resolve()
  begun[2]?.resolve()
  await Promise.all(late)
  expect(begun).toHaveLength(3)
})
