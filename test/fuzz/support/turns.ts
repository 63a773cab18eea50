import { MOST_MS, slowness } from './steps.ts'

/** How often a work is measured again before it is said to take long. */
const AGAIN = 4

/** Does a work that waits now and then; throws if one turn of the event loop takes too long each time. */
export async function holdTurns<T>(work: () => Promise<T>): Promise<T> {
  const before = process.threadCpuUsage()
  const result = await work()
  if (since(before) <= MOST_MS) return result
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < AGAIN && least > MOST_MS; n++) least = Math.min(least, await longestTurn(work))
  const allowed = MOST_MS * slowness()
  if (least > allowed) throw new Error(`a turn of the event loop took ${Math.round(least)} ms, more than ${allowed}`)
  return result
}

/** CPU time of the longest turn while a work is done, ms: each turn lets one immediate run. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isDone = false
  let last = process.threadCpuUsage()
  const turn = () => {
    longest = Math.max(longest, since(last))
    last = process.threadCpuUsage()
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isDone = true
  return Math.max(longest, since(last))
}

/** CPU time of this thread since then, ms. */
function since({ user, system }: NodeJS.CpuUsage): number {
  const now = process.threadCpuUsage()
  return (now.user - user + now.system - system) / 1000
}
