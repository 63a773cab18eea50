import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { Count, Moment, Sha256 } from '../../../shared/domain/values.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Disk } from '../../process/disk.ts'
import { replaceFile } from '../../process/replace-file.ts'
import { createFolderSyncs } from './folder-syncs.ts'
import { sha256Of } from './hash.ts'

/** Folder of downloaded documents that do not have their place yet. */
export const INCOMING = '.incoming'

/** A document on disk. `path` is relative to the store's root, with slashes; `archivedAt` epoch ms. */
export type StoredDocument = { path: string; sha256: string; size: number; archivedAt: number }

/** The hidden file beside a document: everything that the index needs and the document does not say. */
type Sidecar = { version: 1; file: string; sha256: string; size: number; archivedAt: number }
export const SIDECAR_ENTRIES = { version: v.literal(1), sha256: Sha256, size: Count, archivedAt: Moment }

/** What a sidecar takes over from the store; `file` is the document's name in the same folder. */
export type SidecarFacts = Omit<Sidecar, 'version'>

/** One kind of documents: where they lie, and what their sidecars say. */
export type DocumentKind<Entry, S extends Sidecar> = {
  /** File name of a document that has just come in; unique among all kinds. */
  incomingName(id: string): string
  /** Whether these are the bytes of a whole document. */
  isWhole(bytes: Uint8Array): boolean
  /** What is wrong with other bytes. */
  problem: string
  idOf(entry: Entry): string
  /** `<CUI>/<year>/<month>/<one of folders>`, known before the document is. */
  folderOf(entry: Entry): string
  folders: readonly string[]
  /** Hidden file, found by the id alone. */
  sidecarName(id: string): string
  sidecarNames: RegExp
  sidecar: v.GenericSchema<unknown, S>
  idIn(sidecar: S): string
  /** `before`: the sidecar that the same bytes had already. */
  toSidecar(entry: Entry, facts: SidecarFacts, before: S | undefined): S
}

export type DocumentStoreOptions = {
  disk: Disk
  /** The folder of all documents of an environment. */
  root: string
  keepAside: (name: string, bytes: Uint8Array) => Promise<string>
  now: () => number
}

/**
 * Documents on disk. The order of the steps makes a crash harmless: whole bytes get their name in `.incoming` by a rename
 * and count as stored from there on. To place them, the store writes the sidecar first, then moves the document; the index
 * follows. Whichever step was the last, `incoming` or `placed` finds the bytes, and the authority is not asked again
 * (H-13). Nothing here reads a document.
 */
export class DocumentStore<Entry, S extends Sidecar> {
  readonly #kind: DocumentKind<Entry, S>
  readonly #disk: Disk
  readonly #root: string
  readonly #keepAside: DocumentStoreOptions['keepAside']
  readonly #now: () => number
  readonly #syncFolder: (path: string) => Promise<void>

  constructor(kind: DocumentKind<Entry, S>, { disk, root, keepAside, now }: DocumentStoreOptions) {
    this.#kind = kind
    this.#disk = disk
    this.#root = root
    this.#keepAside = keepAside
    this.#now = now
    this.#syncFolder = createFolderSyncs(disk)
  }

  /** Stores downloaded bytes in `.incoming`; keeps bytes that are not whole aside and throws `answer-unexpected`. */
  async receive(id: string, bytes: Uint8Array): Promise<StoredDocument> {
    const name = this.#kind.incomingName(id)
    if (!this.#kind.isWhole(bytes)) {
      const kept = await this.#keepAside(name, bytes)
      throw new RecipisaError('answer-unexpected', { operation: 'descarcare', problem: this.#kind.problem, kept })
    }
    await this.#disk.makeFolder(join(this.#root, INCOMING))
    await replaceFile(this.#disk, this.#incoming(id), bytes, 'sync-later')
    await this.#syncFolder(join(this.#root, INCOMING))
    return this.#describe(id, bytes)
  }

  /** What an interrupted run has left in `.incoming`; undefined if there is nothing whole. */
  async incoming(id: string): Promise<StoredDocument | undefined> {
    const bytes = await this.#disk.read(this.#incoming(id))
    if (!bytes) return undefined
    if (this.#kind.isWhole(bytes)) return this.#describe(id, bytes)
    // Bytes get this name once they are synced, so these were whole then: somebody else changed them.
    await this.#keepAside(this.#kind.incomingName(id), bytes)
    await this.#disk.remove(this.#incoming(id))
    return undefined
  }

  /** A document that an interrupted run has placed; undefined if its file is not there or has other bytes. */
  async placed(entry: Entry): Promise<{ stored: StoredDocument; sidecar: S } | undefined> {
    const id = this.#kind.idOf(entry)
    const folder = this.#kind.folderOf(entry)
    const sidecar = await this.#readSidecar(`${folder}/${this.#kind.sidecarName(id)}`)
    if (!sidecar || this.#kind.idIn(sidecar) !== id) return undefined
    const { file, sha256, size, archivedAt } = sidecar
    const bytes = await this.read(`${folder}/${file}`)
    if (!bytes || sha256Of(bytes) !== sha256) return undefined
    return { stored: { path: `${folder}/${file}`, sha256, size, archivedAt }, sidecar }
  }

  /** Moves a document from `.incoming` to its place, under a name for people. */
  async place(entry: Entry, file: string, { sha256, size, archivedAt }: StoredDocument) {
    const id = this.#kind.idOf(entry)
    const folder = this.#kind.folderOf(entry)
    const sidecarPath = `${folder}/${this.#kind.sidecarName(id)}`
    await this.#disk.makeFolder(this.absolute(folder))
    const before = await this.#readSidecar(sidecarPath)
    const isSame = before?.sha256 === sha256
    const sidecar = this.#kind.toSidecar(entry, { file, sha256, size, archivedAt }, isSame ? before : undefined)
    await replaceFile(this.#disk, this.absolute(sidecarPath), encode(sidecar), 'sync-later')
    await this.#disk.rename(this.#incoming(id), this.absolute(`${folder}/${file}`))
    await this.#syncFolder(this.absolute(folder))
    return { stored: { path: `${folder}/${file}`, sha256, size, archivedAt }, sidecar }
  }

  /** Whether a document has its place; others are still in `.incoming`. */
  isPlaced({ path }: Pick<StoredDocument, 'path'>): boolean {
    return !path.startsWith(`${INCOMING}/`)
  }

  /** Stores another file beside a document, and changes the document's sidecar accordingly. */
  async storeBeside(id: string, path: string, bytes: Uint8Array, change: (sidecar: S) => S): Promise<void> {
    const sidecarPath = `${dirname(path)}/${this.#kind.sidecarName(id)}`
    await replaceFile(this.#disk, this.absolute(path), bytes, 'sync-later')
    const sidecar = await this.#readSidecar(sidecarPath)
    if (sidecar) await replaceFile(this.#disk, this.absolute(sidecarPath), encode(change(sidecar)), 'sync-later')
    await this.#disk.syncFolder(dirname(this.absolute(path)))
  }

  /** Bytes of a stored document; undefined if the file is gone. */
  read(path: string): Promise<Uint8Array | undefined> {
    return this.#disk.read(this.absolute(path))
  }

  absolute(path: string): string {
    return join(this.#root, ...path.split('/'))
  }

  /** Every sidecar of this kind, with its folder relative to the root. */
  async *sidecars(): AsyncGenerator<{ folder: string; sidecar: S }> {
    const namesIn = async (folder: string, name: RegExp) =>
      (await this.#disk.list(this.absolute(folder))).filter(one => name.test(one))
    for (const cui of await namesIn('', /^\d+$/)) {
      for (const year of await namesIn(cui, /^\d{4}$/)) {
        for (const month of await namesIn(`${cui}/${year}`, /^\d{2}$/)) {
          for (const kind of this.#kind.folders) {
            const folder = [cui, year, month, kind].join('/')
            for (const name of await namesIn(folder, this.#kind.sidecarNames)) {
              const sidecar = await this.#readSidecar(`${folder}/${name}`)
              if (sidecar) yield { folder, sidecar }
            }
          }
        }
      }
    }
  }

  #describe(id: string, bytes: Uint8Array): StoredDocument {
    const path = `${INCOMING}/${this.#kind.incomingName(id)}`
    return { path, sha256: sha256Of(bytes), size: bytes.length, archivedAt: this.#now() }
  }

  #incoming(id: string): string {
    return join(this.#root, INCOMING, this.#kind.incomingName(id))
  }

  /** Undefined if there is none, or the file is no sidecar: it lies among the user's own. */
  async #readSidecar(path: string): Promise<S | undefined> {
    const bytes = await this.read(path)
    try {
      const parsed = bytes && v.safeParse(this.#kind.sidecar, JSON.parse(new TextDecoder().decode(bytes)))
      return parsed?.success ? parsed.output : undefined
    } catch {
      return undefined // not JSON
    }
  }
}

function encode(sidecar: Sidecar): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(sidecar, undefined, 2)}\n`)
}
