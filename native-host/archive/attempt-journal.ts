import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import * as v from 'valibot'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { Attempt } from '../../shared/protocol/uploads.ts'
import { Environment } from '../../shared/protocol/values.ts'

/** A line of the journal: an attempt as it was from then on. */
const Line = v.object({ environment: Environment, attempt: Attempt })
export type JournalLine = v.InferOutput<typeof Line>

/**
 * The attempts a second time, as lines of JSON that are only ever appended: a database that is damaged or gone must not
 * make a document be filed twice. Written within the database's own transaction, so lines of two processes do not mix.
 */
export type AttemptJournal = {
  /** On disk when it returns; throws `storage-failed`. */
  append(line: JournalLine): void
  /** The latest line of each attempt; a line that a loss of power cut short is left out. */
  read(): JournalLine[]
}

export function createAttemptJournal(path: string): AttemptJournal {
  return {
    append(line) {
      try {
        const file = openSync(path, 'a', 0o600)
        try {
          writeSync(file, `\n${JSON.stringify(line)}`)
          fsyncSync(file)
        } finally {
          closeSync(file)
        }
      } catch (cause) {
        throw storageFailed(path, cause)
      }
    },
    read() {
      const latest = new Map<string, JournalLine>()
      for (const text of readLines(path)) {
        const line = parseLine(text)
        if (line) latest.set(`${line.environment} ${line.attempt.id}`, line)
      }
      return [...latest.values()]
    },
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw storageFailed(path, cause)
  }
}

function parseLine(text: string): JournalLine | undefined {
  try {
    const parsed = v.safeParse(Line, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined // empty, or cut short
  }
}

function storageFailed(path: string, cause: unknown): RecipisaError {
  const problem = (cause instanceof Error ? cause.message : String(cause)).split(',')[0] ?? ''
  return new RecipisaError('storage-failed', { path, problem }, { cause })
}
