// Finds processes by a variable of their environment and ends them. Works on Linux only; elsewhere it finds none.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** How long a program may take to end on a busy machine, ms. */
const PATIENCE = 30_000

/** Ends every process with `marker` (NAME=value) in its environment; returns their ids and command lines. */
export async function endLeftovers(marker) {
  if (!existsSync('/proc/self/environ')) return []
  const end = Date.now() + PATIENCE
  while (marked(marker).length > 0 && Date.now() < end) await delay(100)
  return marked(marker).map(pid => {
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
    return `${pid} ${command}`
  })
}

function marked(marker) {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(pid => read(`/proc/${pid}/environ`).split('\0').includes(marker))
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
