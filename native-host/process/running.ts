import { errorCode } from './error-code.ts'

/** Whether a process with this id runs on this machine, whoever its owner. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process belongs to another user: it is alive, though we may not signal it.
    return errorCode(error) === 'EPERM'
  }
}
