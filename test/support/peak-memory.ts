import { readFileSync } from 'node:fs'

/** The most memory that a process has used so far, MB; 0 once it has ended. */
export function peakMemory(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
