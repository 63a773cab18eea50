import type { TestContext } from 'vitest'

/**
 * For tests that continue from one another: after a failure the others are skipped, because they could
 * only fail too, each after waiting in vain.
 */
export function inOrder(): (work: () => Promise<void>) => (test: TestContext) => Promise<void> {
  let isOnTheWay = true
  return work =>
    async ({ skip }) => {
      if (!isOnTheWay) skip('the test before it failed')
      isOnTheWay = false // a test that runs out of time never gets here
      await work()
      isOnTheWay = true
    }
}
