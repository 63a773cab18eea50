import type { TestContext } from 'vitest'

/**
 * For tests that go on where the one before them ended: once one has not ended well, the others are skipped, since they could
 * only fail of it, each after waiting for what cannot come.
 */
export function inOrder(): (work: () => Promise<void>) => (test: TestContext) => Promise<void> {
  let isOnTheWay = true
  return work =>
    async ({ skip }) => {
      if (!isOnTheWay) skip('the test before it failed')
      isOnTheWay = false // a test that runs out of time never comes back here
      await work()
      isOnTheWay = true
    }
}
