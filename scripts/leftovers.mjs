// Finds the processes of a run by its marker, a variable of their environment, and ends them. Works on Linux only.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/** How long a program may take to end on a busy machine, ms; and when it is told to, because the whole run ends. */
const PATIENCE = 30_000
const TOLD_PATIENCE = 5000

/** Ends the processes with `marker` (NAME=value) that have not ended in time; returns their ids and command lines. */
export async function endLeftovers(marker) {
  const end = Date.now() + PATIENCE
  while (marked(marker).length > 0 && Date.now() < end) await delay(100)
  return marked(marker).map(pid => {
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
    send('SIGKILL', pid)
    return `${pid} ${command}`
  })
}

/**
 * Ends every process with `marker`, and then this one, when a signal ends this one. It waits without giving way, so
 * that nothing more is started meanwhile. `tidy` runs last.
 */
export function endTogether(marker, tidy) {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      for (const pid of marked(marker)) send('SIGTERM', pid)
      const end = Date.now() + TOLD_PATIENCE
      while (marked(marker).length > 0 && Date.now() < end)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
      for (const pid of marked(marker)) send('SIGKILL', pid)
      tidy()
      process.exit(128 + constants.signals[signal])
    })
}

function send(signal, pid) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** By their environment, or by the marker's value in their command line: Chromium writes over its environment. */
function marked(marker) {
  if (!existsSync('/proc/self/environ')) return []
  const [, value] = marker.split('=')
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(
      pid => read(`/proc/${pid}/environ`).split('\0').includes(marker) || read(`/proc/${pid}/cmdline`).includes(value),
    )
    .map(Number)
}

/** Empty for a process that has ended in the meantime or belongs to another user. */
function read(file) {
  try {
    return readFileSync(file, 'latin1')
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(error.code)) return ''
    throw error
  }
}
