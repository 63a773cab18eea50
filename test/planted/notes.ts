import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A searched place, or a planted value in a forbidden place. */
export type Note =
  | { what: 'folder'; files: number; bytes: number }
  /** A started process; `program` is its command line, truncated. */
  | { what: 'process'; program: string }
  /** Standard output or standard error of a process. */
  | { what: 'output' }
  /** The storage of an extension, read in the browser. */
  | { what: 'storage' }
  | { what: 'error' }
  | { what: 'found'; kind: string; place: string }

/** The folder in which a run takes its notes; undefined outside a run that searches for planted values. */
export const notesFolder = (): string | undefined => process.env.RECIPISA_PLANTED

const fileIn = (folder: string): string => join(folder, 'notes.jsonl')

/** Takes a note in one write, so that many processes can do so at once. A process that outlives the run takes none. */
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
