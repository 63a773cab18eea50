import {
  closeSync,
  copyFileSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { BookState } from '../../../shared/domain/books.ts'
import { Count, Environment, Moment } from '../../../shared/domain/values.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { Declaration } from '../../../shared/protocol/declarations.ts'
import { BookExport } from '../../../shared/protocol/invoices/books.ts'
import { KnownCompany } from '../../../shared/protocol/registers/lookups.ts'
import { Upload } from '../../../shared/protocol/uploads.ts'
import { syncFolderSync } from '../../process/disk.ts'
import { errorCode } from '../../process/error-code.ts'
import { replaceFileSync } from '../../process/replace-file.ts'

/**
 * A second copy of data that no service can give again: uploads, declarations, a person's notes. The journal is an
 * append-only file of JSON lines, so that a document is not sent twice when the database is damaged or lost. Callers
 * append within a transaction of the database, so lines of two processes do not mix.
 */
export type Journal<Line> = {
  readonly path: string
  /** Appends a line, which is on disk when this returns. Throws `storage-failed` and leaves the journal as it was. */
  append(line: Line): void
  /** The latest line of each upload, declaration or company. Lines that a crash cut short are reported and left out. */
  read(): Line[]
  /** Numbers (from 1) of the lines that are cut short or unknown to this version. */
  torn(): number[]
  /** Copies the file to `copy`, and keeps only the readable lines. */
  mend(copy: string): void
  /** Length of the file, bytes. */
  size(): number
  /** Takes back all lines after this length of the file, because of a failure. */
  takeBack(size: number, failure: unknown): void
}

/** Unreadable lines of a journal. */
export type TornLines = { path: string; lines: readonly number[] }
type OnTornLines = (torn: TornLines) => void

const UploadLine = v.object({ environment: Environment, attempt: Upload })
export type UploadLine = v.InferOutput<typeof UploadLine>
export type UploadJournal = Journal<UploadLine>

export const createUploadJournal = (path: string, onTornLines?: OnTornLines): UploadJournal =>
  createJournal(path, UploadLine, ({ environment, attempt }) => `${environment} ${attempt.id}`, onTornLines)

/** A declaration removed from the list leaves its id, so that it does not come back. */
const DeclarationLine = v.union([
  v.object({ id: Count, isForgotten: v.literal(true) }),
  // Absent in lines of 0.1.0, which say nothing about it.
  v.object({ ...Declaration.entries, isUnconfirmed: v.exactOptional(v.boolean()) }),
])
export type DeclarationLine = v.InferOutput<typeof DeclarationLine>
export type DeclarationJournal = Journal<DeclarationLine>

export const createDeclarationJournal = (path: string, onTornLines?: OnTornLines): DeclarationJournal =>
  createJournal(path, DeclarationLine, ({ id }) => String(id), onTornLines)

/** A person's favourites and notes, which no register can give again. */
export type KnownJournal = Journal<KnownCompany>

export const createKnownJournal = (path: string, onTornLines?: OnTornLines): KnownJournal =>
  createJournal(path, KnownCompany, ({ cui }) => cui, onTornLines)

/**
 * One change of invoices in the books: by a person, or by an export (`made`). A line holds all invoices of the change,
 * so a torn line is no change at all.
 */
const BookChange = v.object({
  id: v.string(),
  environment: Environment,
  at: Moment,
  by: v.string(),
  state: v.optional(BookState),
  note: v.optional(v.string()),
  made: v.optional(BookExport),
  /** CUI and upload index of each invoice. */
  invoices: v.array(v.tuple([v.string(), v.string()])),
})
export type BookChange = v.InferOutput<typeof BookChange>

/** States and notes of invoices, and the exports that took them; every line counts, in order. */
export type BookJournal = Journal<BookChange>

export const createBookJournal = (path: string, onTornLines?: OnTornLines): BookJournal =>
  createJournal(path, BookChange, ({ id }) => id, onTornLines)

function createJournal<S extends v.GenericSchema>(
  path: string,
  schema: S,
  keyOf: (line: v.InferOutput<S>) => string,
  onTornLines?: OnTornLines,
): Journal<v.InferOutput<S>> {
  /** Visits every line that is not empty; `line` is undefined if it is cut short, or unknown to this version. */
  const visit = (take: (line: v.InferOutput<S> | undefined, text: string, number: number) => void) =>
    storing(path, () => {
      for (const { text, number } of textsOf(path)) if (text.trim() !== '') take(parseLine(schema, text), text, number)
    })
  return {
    path,
    append: line => storing(path, () => appendWhole(path, `\n${JSON.stringify(line)}`)),
    read() {
      const torn: number[] = []
      const latest = new Map<string, v.InferOutput<S>>()
      visit((line, _, number) => (line === undefined ? torn.push(number) : latest.set(keyOf(line), line)))
      if (torn.length > 0) onTornLines?.({ path, lines: torn })
      return [...latest.values()]
    },
    torn() {
      const torn: number[] = []
      visit((line, _, number) => line === undefined && torn.push(number))
      return torn
    },
    mend(copy) {
      const whole: Buffer[] = []
      visit((line, text) => line !== undefined && whole.push(Buffer.from(`\n${text}`)))
      storing(path, () => {
        copyFileSync(path, copy)
        replaceFileSync(path, Buffer.concat(whole), 'host')
      })
    },
    size: () => storing(path, () => statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    takeBack: (size, failure) => storing(path, () => takeBack(path, size, failure)),
  }
}

/** Appends the whole text or nothing: a nearly full disk accepts part of a line without an error. */
function appendWhole(path: string, text: string): void {
  const file = openSync(path, 'a', 0o600)
  try {
    const { size } = fstatSync(file)
    try {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      fsyncSync(file)
      // Syncing a new file's bytes does not sync its name.
      if (size === 0) syncFolderSync(dirname(path))
    } catch (error) {
      takeBack(path, size, error)
      throw error
    }
  } finally {
    closeSync(file)
  }
}

/** Reopens the file: Windows cannot shorten a file that is open for appending. */
function takeBack(path: string, size: number, failure: unknown): void {
  try {
    const file = openSync(path, 'r+')
    try {
      ftruncateSync(file, size)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    // The written part stays: the next append begins a new line, and readers report the part.
    throw new AggregateError([failure, error], failure instanceof Error ? failure.message : String(failure))
  }
}

/** How much of a file to read at a time, bytes. */
const PIECE = 1024 * 1024
/** Longer than any line, characters: a change of the books with a million invoices takes half of it. */
const LONGEST = 64 * 1024 * 1024

/**
 * The lines of a file, with their numbers (from 1); none if there is no file. Years of filings take more than one text
 * can hold, so only one line is in memory. One that is too long, such as a hole after a loss of power, comes cut.
 */
function* textsOf(path: string): Generator<{ text: string; number: number }> {
  const file = openExisting(path)
  if (file === undefined) return
  try {
    const decoder = new TextDecoder()
    const piece = new Uint8Array(PIECE)
    let text = ''
    let number = 1
    for (let size = readSync(file, piece); size > 0; size = readSync(file, piece)) {
      const [rest = '', ...others] = decoder.decode(piece.subarray(0, size), { stream: true }).split('\n')
      if (text.length < LONGEST) text += rest
      for (const next of others) {
        yield { text, number: number++ }
        text = next
      }
    }
    yield { text: text + decoder.decode(), number }
  } finally {
    closeSync(file)
  }
}

function openExisting(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
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
