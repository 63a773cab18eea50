import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Waits for a program's end; returns its result, and the most memory that it took for itself, MB. The pages of Node's own
 * file do not count: how many of them lie in memory is up to the kernel, 34 MB of one copy of the file and 71 MB of another.
 */
export async function withPeak<T>({
  child,
  finished,
}: {
  child: ChildProcess
  finished: Promise<T>
}): Promise<T & { peak: number }> {
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid))
  }, 20)
  try {
    return { ...(await finished), peak }
  } finally {
    clearInterval(watching)
  }
}

/** The memory of a process that no file holds, MB; 0 once it has ended. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
