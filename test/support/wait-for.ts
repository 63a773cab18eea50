/**
 * Polls until there is an answer and returns it; rejects with `what` after `timeout` (ms). For changes that
 * no event announces: a file that another program writes, a window that it opens. `what` may be worded at the end.
 */
export async function waitFor<T>(
  what: string | (() => string),
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  timeout = 60_000,
): Promise<T> {
  const end = performance.now() + timeout
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() > end)
      throw new Error(`did not happen within ${timeout} ms: ${typeof what === 'string' ? what : what()}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
