import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import * as v from 'valibot'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { Declaration } from '../../shared/protocol/declarations.ts'
import { KnownCompany } from '../../shared/protocol/lookups.ts'
import { Attempt } from '../../shared/protocol/uploads.ts'
import { Count, Environment } from '../../shared/protocol/values.ts'

/**
 * What nobody can tell again (what was filed, what somebody wrote down) a second time, as lines of JSON that are only ever
 * appended: a database that is damaged or gone must not make a document be filed twice. Written within the database's own transaction, so lines of two processes do not mix.
 */
export type Journal<Line> = {
  /** On disk when it returns; throws `storage-failed`. */
  append(line: Line): void
  /** The latest line of each filing, or company; a line that a loss of power cut short is left out. */
  read(): Line[]
}

const AttemptLine = v.object({ environment: Environment, attempt: Attempt })
export type AttemptJournal = Journal<v.InferOutput<typeof AttemptLine>>

export const createAttemptJournal = (path: string): AttemptJournal =>
  createJournal(path, AttemptLine, ({ environment, attempt }) => `${environment} ${attempt.id}`)

/** One that was taken off the list leaves its id, so that it does not come back. */
const DeclarationLine = v.union([v.object({ id: Count, isForgotten: v.literal(true) }), Declaration])
export type DeclarationJournal = Journal<v.InferOutput<typeof DeclarationLine>>

export const createDeclarationJournal = (path: string): DeclarationJournal =>
  createJournal(path, DeclarationLine, ({ id }) => String(id))

/** Favourites and notes: what somebody has said of a company, as no register can say it again. */
export type KnownJournal = Journal<KnownCompany>

export const createKnownJournal = (path: string): KnownJournal => createJournal(path, KnownCompany, ({ cui }) => cui)

function createJournal<S extends v.GenericSchema>(
  path: string,
  schema: S,
  keyOf: (line: v.InferOutput<S>) => string,
): Journal<v.InferOutput<S>> {
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
      const latest = new Map<string, v.InferOutput<S>>()
      for (const text of readLines(path)) {
        const line = parseLine(schema, text)
        if (line !== undefined) latest.set(keyOf(line), line)
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

function parseLine<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined // empty, or cut short
  }
}

function storageFailed(path: string, cause: unknown): RecipisaError {
  const problem = (cause instanceof Error ? cause.message : String(cause)).split(',')[0] ?? ''
  return new RecipisaError('storage-failed', { path, problem }, { cause })
}
