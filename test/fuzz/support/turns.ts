import { checkMemory, fairTimeOf, MOST_MS, memoryBefore } from './steps.ts'

/** Does a work that waits now and then; throws if one turn of the event loop takes too long each time, or all too much memory. */
export async function holdTurns<T>(work: () => Promise<T>, most = MOST_MS): Promise<T> {
  const memory = memoryBefore()
  const before = process.threadCpuUsage()
  const result = await work()
  checkMemory(memory)
  if (since(before) <= most) return result
  const least = await fairTimeOf(() => longestTurn(work), most)
  if (least > most) throw new Error(`a turn of the event loop took ${Math.round(least)} ms, more than ${most}`)
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
