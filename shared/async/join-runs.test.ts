import { expect, test } from 'vitest'
import { joinRuns } from './join-runs.ts'

/** Work whose runs end when the test says so. */
function heldWork() {
  const runs: PromiseWithResolvers<void>[] = []
  const run = joinRuns(() => {
    const held = Promise.withResolvers<void>()
    runs.push(held)
    return held.promise
  })
  return { runs, run }
}

test('calls during a run share one more run, which begins after it', async () => {
  const { runs, run } = heldWork()
  const first = run()
  const [second, third] = [run(), run()]
  expect(runs.length).toBe(1)
  runs[0]?.resolve()
  await first
  await expect.poll(() => runs.length).toBe(2)
  const fourth = run()
  runs[1]?.resolve()
  await Promise.all([second, third])
  await expect.poll(() => runs.length).toBe(3)
  runs[2]?.resolve()
  await fourth
  void run()
  expect(runs.length).toBe(4)
})

test('a run that fails rejects its own calls alone', async () => {
  const { runs, run } = heldWork()
  const failing = run()
  const following = run()
  runs[0]?.reject(new Error('the first run'))
  await expect(failing).rejects.toThrow('the first run')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await following
})

test('a call at the very end of a run joins the run that follows', async () => {
  const { runs, run } = heldWork()
  const late = run().then(run)
  const following = run()
  runs[0]?.resolve()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await Promise.all([late, following])
  expect(runs.length).toBe(2)
})
