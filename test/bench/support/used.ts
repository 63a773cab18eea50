import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process's use so far: processor time, ms, and peak memory, MB. Known on Linux; elsewhere both are 0. */
export type Used = { processor: number; peak: number }

/** Clock ticks of /proc, ms. */
const TICK = 10

export function usedBy(pid: number | undefined): Used {
  try {
    // After the name in brackets, which may hold anything: utime and stime are the 12th and 13th field.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
    return { processor: (Number(fields[11]) + Number(fields[12])) * TICK, peak }
  } catch {
    return { processor: 0, peak: 0 } // it has ended
  }
}

/** A program's use by its end. */
export async function withUsed<T>({
  child,
  finished,
}: {
  child: ChildProcess
  finished: Promise<T>
}): Promise<T & Used> {
  let used: Used = { processor: 0, peak: 0 }
  const watching = setInterval(() => {
    const now = usedBy(child.pid)
    used = { processor: Math.max(used.processor, now.processor), peak: Math.max(used.peak, now.peak) }
  }, 20)
  try {
    return { ...(await finished), ...used }
  } finally {
    clearInterval(watching)
  }
}
