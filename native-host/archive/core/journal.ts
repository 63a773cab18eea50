import {
  closeSync,
  copyFileSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import * as v from 'valibot'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { Declaration } from '../../../shared/protocol/declarations.ts'
import { KnownCompany } from '../../../shared/protocol/lookups.ts'
import { Upload } from '../../../shared/protocol/uploads.ts'
import { Count, Environment } from '../../../shared/protocol/values.ts'
import { replaceFileSync } from '../../process/replace-file.ts'

/**
 * What nobody can tell again (what was filed, what somebody wrote down) a second time, as lines of JSON that are only ever
 * appended: a database that is damaged or gone must not make a document be filed twice. Written within the database's own transaction, so lines of two processes do not mix.
 */
export type Journal<Line> = {
  readonly path: string
  /** On disk, whole, when it returns; throws `storage-failed` and leaves the journal as it was. */
  append(line: Line): void
  /** The latest line of each filing, or company; whatever a crash left of a line is told and left out. */
  read(): Line[]
  /** Numbers, from 1 on, of the lines that are not whole, or that this version does not know. */
  torn(): number[]
  /** Keeps the file under another name and goes on with its whole lines. */
  mend(keptAs: string): void
}

/** Lines of a journal that cannot be read. */
export type TornLines = { path: string; lines: readonly number[] }
type OnTornLines = (torn: TornLines) => void

const UploadLine = v.object({ environment: Environment, attempt: Upload })
export type UploadJournal = Journal<v.InferOutput<typeof UploadLine>>

export const createUploadJournal = (path: string, onTornLines?: OnTornLines): UploadJournal =>
  createJournal(path, UploadLine, ({ environment, attempt }) => `${environment} ${attempt.id}`, onTornLines)

/** One that was taken off the list leaves its id, so that it does not come back. */
const DeclarationLine = v.union([v.object({ id: Count, isForgotten: v.literal(true) }), Declaration])
export type DeclarationJournal = Journal<v.InferOutput<typeof DeclarationLine>>

export const createDeclarationJournal = (path: string, onTornLines?: OnTornLines): DeclarationJournal =>
  createJournal(path, DeclarationLine, ({ id }) => String(id), onTornLines)

/** Favourites and notes: what somebody has said of a company, as no register can say it again. */
export type KnownJournal = Journal<KnownCompany>

export const createKnownJournal = (path: string, onTornLines?: OnTornLines): KnownJournal =>
  createJournal(path, KnownCompany, ({ cui }) => cui, onTornLines)

function createJournal<S extends v.GenericSchema>(
  path: string,
  schema: S,
  keyOf: (line: v.InferOutput<S>) => string,
  onTornLines?: OnTornLines,
): Journal<v.InferOutput<S>> {
  const lines = () =>
    readText(path)
      .split('\n')
      .map((text, at) => ({ text, number: at + 1, line: parseLine(schema, text) }))
      .filter(({ text }) => text.trim() !== '')
  const numbersOfTorn = (all: ReturnType<typeof lines>) =>
    all.filter(({ line }) => line === undefined).map(({ number }) => number)
  return {
    path,
    append: line => storing(path, () => appendWhole(path, `\n${JSON.stringify(line)}`)),
    read() {
      const all = lines()
      const torn = numbersOfTorn(all)
      if (torn.length > 0) onTornLines?.({ path, lines: torn })
      const latest = new Map<string, v.InferOutput<S>>()
      for (const { line } of all) if (line !== undefined) latest.set(keyOf(line), line)
      return [...latest.values()]
    },
    torn: () => numbersOfTorn(lines()),
    mend(keptAs) {
      const whole = lines().filter(({ line }) => line !== undefined)
      storing(path, () => {
        copyFileSync(path, keptAs)
        replaceFileSync(path, new TextEncoder().encode(whole.map(({ text }) => `\n${text}`).join('')), 'host')
      })
    },
  }
}

/** All of it or nothing: a disk that is nearly full takes a part of a line without an error. */
function appendWhole(path: string, text: string): void {
  const file = openSync(path, 'a', 0o600)
  try {
    const { size } = fstatSync(file)
    try {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      fsyncSync(file)
    } catch (error) {
      takeBack(path, size, error)
      throw error
    }
  } finally {
    closeSync(file)
  }
}

/** Through a file of its own: Windows lets nobody shorten one that is open for appending. */
function takeBack(path: string, size: number, why: unknown): void {
  try {
    const file = openSync(path, 'r+')
    try {
      ftruncateSync(file, size)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    // What was written of it stays: the next line begins on a line of its own, and who reads is told.
    throw new AggregateError([why, error], why instanceof Error ? why.message : String(why))
  }
}

function readText(path: string): string {
  return storing(path, () => {
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
      throw error
    }
  })
}

function storing<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const problem = (cause instanceof Error ? cause.message : String(cause)).split(',')[0] ?? ''
    throw new RecipisaError('storage-failed', { path, problem }, { cause })
  }
}

function parseLine<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined // cut short
  }
}
