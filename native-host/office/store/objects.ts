import { S3mini } from 's3mini'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'

/**
 * How long one document may take on its way, ms: a store that accepts a connection and stays silent would hold up
 * everything.
 */
const PATIENCE = 60_000

/** Documents in an S3 store, by company and hash. */
export type ObjectStore = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined if there is no such object. */
  get(key: string): Promise<Uint8Array | undefined>
}

export type ObjectStoreAccess = {
  /** With the bucket: `https://host/bucket`. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Failures are `office-storage`. Objects never change: their name is the hash of their content. */
export function openObjectStore(access: ObjectStoreAccess): ObjectStore {
  const store = new S3mini({ ...access, requestAbortTimeout: PATIENCE })
  const stored = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      const problem = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
      throw new RecipisaError('office-storage', { problem }, { cause })
    }
  }
  return {
    put: (key, bytes) =>
      stored(async () => {
        const { ok, status } = await store.putObject(key, Buffer.from(bytes), 'application/octet-stream')
        if (!ok) throw new Error(`HTTP ${status}`)
      }),
    get: key =>
      stored(async () => {
        const bytes = await store.getObjectArrayBuffer(key)
        return bytes === null ? undefined : new Uint8Array(bytes)
      }),
  }
}
