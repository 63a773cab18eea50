import { S3mini } from 's3mini'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { isPrivate } from '../../profile/parse.ts'

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

/** The office's S3 store, as all seats know it. `endpoint`: with the bucket, `https://host/bucket`. */
export type Storage = { endpoint: string; region: string; keepsAll: boolean }

/** A seat's login there. */
export type StorageLogin = { accessKeyId: string; secretAccessKey: string }

export type ObjectStoreAccess = Omit<Storage, 'keepsAll'> & StorageLogin

/**
 * The login, or why a seat with it cannot use the store: `office-storage-insecure` where documents would cross the network
 * unencrypted, `office-storage-key` without a login.
 */
export function loginAt({ endpoint }: Storage, login: StorageLogin | null): StorageLogin | RecipisaError {
  const url = new URL(endpoint)
  if (!isPrivate(url)) return new RecipisaError('office-storage-insecure', { value: url.host })
  return login ?? new RecipisaError('office-storage-key')
}

/** Throws why a seat with this login cannot use the store, if the office has one. */
export function checkStorage(storage: Storage | null, login: StorageLogin | null): void {
  const found = storage && loginAt(storage, login)
  if (found instanceof RecipisaError) throw found
}

/** A store that this seat cannot use: everything else needs none. */
export function refusingStore(problem: RecipisaError): ObjectStore {
  const refuse = () => Promise.reject(problem)
  return { put: refuse, get: refuse }
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
