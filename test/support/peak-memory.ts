import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Waits for a program's end; returns its result, and its peak memory, MB. */
export async function withPeak<T>({
  child,
  finished,
}: {
  child: ChildProcess
  finished: Promise<T>
}): Promise<T & { peak: number }> {
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, peakMemory(child.pid))
  }, 20)
  try {
    return { ...(await finished), peak }
  } finally {
    clearInterval(watching)
  }
}

/** The peak memory of a process so far, MB; 0 once it has ended. */
function peakMemory(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
