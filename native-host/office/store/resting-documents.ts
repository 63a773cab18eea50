import { isStorageAway } from '../../../shared/errors/office-away.ts'
import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { OfficeDocuments } from './documents.ts'

/** How long not to ask a store that has failed, ms: a silent one holds each document up for as long. */
const REST = 60_000

/**
 * The office's documents for whoever has many to take or give. An S3 store that has failed rests: until it is asked again,
 * what lies there fails at once. What lies in the database comes and goes as ever. `now`: ms of any clock.
 */
export function restingDocuments(
  documents: () => Promise<OfficeDocuments>,
  now: () => number,
): Pick<OfficeDocuments, 'read' | 'add'> {
  let failure: { error: RecipisaError; until: number } | undefined
  const resting = () => (failure && now() < failure.until ? failure.error : undefined)
  const noting = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (isStorageAway(error)) failure = { error, until: now() + REST }
      throw error
    }
  }
  return {
    async read(key) {
      const opened = await documents()
      const error = resting()
      if (!error) return noting(opened.read(key))
      const bytes = await opened.read(key, 'in-database')
      // It lies in the store, or nowhere.
      if (!bytes) throw error
      return bytes
    },
    async add(key, bytes) {
      const opened = await documents()
      const error = resting()
      if (error && opened.liesInStore(bytes.length)) throw error
      return noting(opened.add(key, bytes))
    },
  }
}
