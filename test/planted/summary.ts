import { join } from 'node:path'
import { CACHE_FOLDER } from '../support/cache-folder.ts'
import type { Note } from './notes.ts'

/** The searched places of a run, and the planted values found there: `kind in place`. */
export interface Summary {
  folders: number
  files: number
  megabytes: number
  processes: number
  outputs: number
  storages: number
  errors: number
  found: string[]
}

/** The file with the last run of a project. */
export const placesFile = (project: string): string => join(CACHE_FOLDER, `recipisa-planted/${project}.json`)

export function summaryOf(notes: readonly Note[]): Summary {
  const count = (what: Note['what']) => notes.filter(note => note.what === what).length
  const folders = notes.filter(note => note.what === 'folder')
  const found = notes.filter(note => note.what === 'found').map(({ kind, place }) => `${kind} in ${place}`)
  return {
    folders: folders.length,
    files: folders.reduce((sum, { files }) => sum + files, 0),
    megabytes: Math.round(folders.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6),
    processes: count('process'),
    outputs: count('output'),
    storages: count('storage'),
    errors: count('error'),
    found: [...new Set(found)],
  }
}

/** Files, outputs, storages and errors, and the arguments and the environment of each process. */
export const placesIn = ({ files, processes, outputs, storages, errors }: Summary): number =>
  files + outputs + storages + errors + 2 * processes
