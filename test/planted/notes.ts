import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Something that was looked at, or a planted value in a place where none may be. */
export type Note =
  | { what: 'folder'; files: number; bytes: number }
  /** A process that was started; `program` is its command line, cut short. */
  | { what: 'process'; program: string }
  /** Standard output or standard error of a process. */
  | { what: 'output' }
  /** The storage of an extension, asked for in the browser. */
  | { what: 'storage' }
  | { what: 'error' }
  | { what: 'found'; kind: string; place: string }

/** The folder in which a run takes its notes; undefined outside of a run that looks for planted values. */
export const notesFolder = (): string | undefined => process.env.RECIPISA_PLANTED

const fileIn = (folder: string): string => join(folder, 'notes.jsonl')

/** Takes a note: one write, so that many processes can do so at once. One that outlives the run has nothing to note. */
export function takeNote(folder: string, note: Note): void {
  try {
    appendFileSync(fileIn(folder), `${JSON.stringify(note)}\n`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

export function readNotes(folder: string): Note[] {
  if (!existsSync(fileIn(folder))) return []
  const lines = readFileSync(fileIn(folder), 'utf8').trimEnd().split('\n')
  return lines.map(line => JSON.parse(line) as Note)
}
