import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Redactor } from './redact.ts'

/** What a line may carry: plain values, or an error (its stack is kept). */
export type LogFields = Readonly<Record<string, unknown>>

/** The host's diary: JSON lines in a file that several processes append to. Nothing of it ever goes to stdout (H-05). */
export type Log = {
  readonly file: string
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

type Options = {
  folder: string
  redactor: Redactor
  now: () => number
  pid: number
  /** Size at which the file is set aside, bytes. */
  maxBytes?: number
  /** Files kept in all, the current one included. */
  files?: number
}

/**
 * A log of at most `files` × `maxBytes` (3 × 1 MB). One line is one append, so that lines of several processes do not
 * mix. A log that cannot be written must not stop the work that it tells of: the first failure goes to stderr.
 */
export function createLog({ folder, redactor, now, pid, maxBytes = 1_000_000, files = 3 }: Options): Log {
  const file = join(folder, 'host.log')
  let failed = false

  const write = (level: 'info' | 'warn' | 'error', event: string, fields: LogFields = {}) => {
    const line = { at: new Date(now()).toISOString(), pid, level, event, ...fields }
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (sizeOf(file) >= maxBytes) rotate(file, files)
      appendFileSync(file, `${redactor.redact(JSON.stringify(line, plain))}\n`, { mode: 0o600 })
    } catch (error) {
      if (!failed) process.stderr.write(`recipisa: the log ${file} cannot be written: ${String(error)}\n`)
      failed = true
    }
  }
  return {
    file,
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, fields) => write('error', event, fields),
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** host.log → host.1.log → host.2.log; another process may have done it in between, then a name is not there. */
function rotate(file: string, files: number) {
  const nameOf = (n: number) => (n === 0 ? file : file.replace(/\.log$/, `.${n}.log`))
  for (let n = files - 2; n >= 0; n--) {
    try {
      renameSync(nameOf(n), nameOf(n + 1))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

function plain(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return typeof value === 'bigint' ? String(value) : value
  return { stack: value.stack, ...value, ...(value.cause === undefined ? {} : { cause: value.cause }) }
}
