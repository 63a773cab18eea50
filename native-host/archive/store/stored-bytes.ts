import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { sha256Of } from './hash.ts'

/** The index's data about a document's file; a document that is not archived has none. */
type Row = { id: string; path: string | null; sha256: string | null; state: string }

type Store = {
  read(path: string): Promise<Uint8Array | undefined>
  absolute(path: string): string
}

/**
 * The bytes of a file; undefined if it is gone, `unreadable` if the system does not hand them out, as on a disk with bad
 * sectors: one such file must not keep the others from being checked or found.
 */
export async function tryRead(
  store: Pick<Store, 'read'>,
  path: string,
): Promise<Uint8Array | 'unreadable' | undefined> {
  try {
    return await store.read(path)
  } catch (error) {
    if (error instanceof RecipisaError && error.reason === 'storage-failed') return 'unreadable'
    throw error
  }
}

/** Fetches the bytes of a document that this archive only knows of; undefined if they are not there either. */
export type Elsewhere = (document: { company: string; sha256: string }) => Promise<Uint8Array | undefined>

/**
 * Brings a document that is archived elsewhere and hands it to `store`, so that it is here from now on. Does nothing
 * for any other. Throws `document-damaged` if the bytes do not match the index.
 */
export async function bringFromElsewhere(
  { path, sha256, state, id, cui: company }: Row & { cui: string },
  elsewhere: Elsewhere | undefined,
  store: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  if (state !== 'archived' || path !== null || sha256 === null) return
  const bytes = await elsewhere?.({ company, sha256 })
  if (!bytes) return
  if (sha256Of(bytes) !== sha256) throw new RecipisaError('document-damaged', { path: id })
  await store(bytes)
}

type Source = {
  store: Store
  index: { missing(id: string, path: string): boolean }
  /** The row as it is now. */
  known(id: string): Row
}

/**
 * The archived bytes; undefined if the file is gone. Throws `document-damaged` if its bytes differ from the download.
 */
export async function intactBytes(store: Store, { path, sha256, state }: Row): Promise<Uint8Array | undefined> {
  if (state !== 'archived' || path === null) return undefined
  const bytes = await store.read(path)
  if (bytes && sha256Of(bytes) !== sha256) throw new RecipisaError('document-damaged', { path: store.absolute(path) })
  return bytes
}

/**
 * The archived bytes and where they lie. Throws `document-missing` if the file is gone: the next sync fetches it again.
 */
export async function findBytes(
  source: Source,
  row: Row,
): Promise<{ bytes: Uint8Array; path: string; sha256: string }> {
  const { id, path, sha256, state } = row
  const bytes = await intactBytes(source.store, row)
  if (bytes && path !== null && sha256 !== null) return { bytes, path, sha256 }
  const hasMoved = state === 'archived' && path !== null && !source.index.missing(id, path)
  // Another process has moved the document to its place, or found it missing, since the row was read.
  if (hasMoved) return findBytes(source, source.known(id))
  throw new RecipisaError('document-missing', { id })
}
