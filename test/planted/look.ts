import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createFinder, findPlanted } from './find.ts'
import { type Note, notesFolder, takeNote } from './notes.ts'
import { mayHold } from './places.ts'

/** How much of a file is read at once, bytes. */
const PIECE = 1 << 20
const buffer = Buffer.alloc(PIECE)
const readPiece = (file: number): number => readSync(file, buffer, 0, PIECE, null)

/** A planted value in a forbidden place: the kind, and the file. */
export type Found = { kind: string; place: string }

/** Reads every file below a folder once. */
export function lookInFolder(folder: string): { files: number; bytes: number; found: Found[] } {
  const seen = { files: 0, bytes: 0, found: [] as Found[] }
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return seen
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // Sockets and a browser's lock links are not files.
    if (!entry.isFile()) continue
    const place = join(entry.parentPath, entry.name)
    const { bytes, kinds } = lookInFile(place)
    seen.files++
    seen.bytes += bytes
    for (const kind of new Set([...kinds, ...findPlanted(Buffer.from(entry.name))]))
      if (!mayHold(place, kind)) seen.found.push({ kind, place })
  }
  return seen
}

function lookInFile(path: string): { bytes: number; kinds: string[] } {
  const file = openSync(path, 'r')
  try {
    const find = createFinder()
    const kinds: string[] = []
    let bytes = 0
    for (let size = readPiece(file); size > 0; size = readPiece(file)) {
      bytes += size
      kinds.push(...find(buffer.subarray(0, size)))
    }
    return { bytes, kinds }
  } finally {
    closeSync(file)
  }
}

/** Searches a folder that the product has used for planted values, and removes it; throws if it finds one. */
export function removeFolder(folder: string): void {
  const notes = notesFolder()
  const { found, files, bytes } = notes === undefined ? { found: [], files: 0, bytes: 0 } : lookInFolder(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  if (notes === undefined) return
  takeNote(notes, { what: 'folder', files, bytes })
  tell(notes, found)
}

/** Searches one text that the product has put out. */
export function lookAtText(
  what: Extract<Note['what'], 'output' | 'storage' | 'error'>,
  text: string,
  place: string,
): void {
  const notes = notesFolder()
  if (notes === undefined) return
  takeNote(notes, { what })
  tell(
    notes,
    [...findPlanted(Buffer.from(text))].map(kind => ({ kind, place })),
  )
}

function tell(notes: string, found: readonly Found[]): void {
  for (const one of found) takeNote(notes, { what: 'found', ...one })
  if (found.length > 0)
    throw new Error(`planted values were found: ${found.map(({ kind, place }) => `${kind} in ${place}`).join('; ')}`)
}
