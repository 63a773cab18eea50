import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { PdfOrigin } from '../core/archive.ts'
import type { StoredDocument } from '../invoices/message-index.ts'
import type { Disk } from './disk.ts'
import { digits, folderOf, INCOMING, readableName, sidecarName } from './names.ts'
import { formatSidecar, type Pdf, parseSidecar, type Sidecar } from './sidecar.ts'
import { isZip } from './zip.ts'

type Options = {
  disk: Disk
  /** The environment's folder. */
  root: string
  keepAside: (name: string, bytes: Uint8Array) => Promise<string>
  now: () => number
}

/** What a document is found to be, as far as its name and its row go. */
export type Description = Pick<StoredDocument, 'invoice' | 'refersTo' | 'undescribed'>
export const WAITS: Description = { invoice: null, refersTo: null, undescribed: 'waiting' }

/**
 * Documents on disk. The order of the steps is what makes a crash harmless: complete bytes get their name
 * `.incoming/<id>.zip` by a rename, and count as archived there; once they are described they are placed: the sidecar
 * first, then the document, then the index. Whatever step was the last, `recover` finds the bytes, and the authority is
 * not asked again (H-13). Nothing here looks into a document.
 */
export class DocumentStore {
  readonly #disk: Disk
  readonly #root: string
  readonly #keepAside: Options['keepAside']
  readonly #now: () => number

  constructor({ disk, root, keepAside, now }: Options) {
    this.#disk = disk
    this.#root = root
    this.#keepAside = keepAside
    this.#now = now
  }

  /** Keeps a downloaded ZIP, to be described and placed; throws if the bytes are no whole ZIP. */
  async store(id: string, zip: Uint8Array): Promise<StoredDocument> {
    await this.#bringIn(id, zip)
    return this.#arrived(id, zip)
  }

  /** Finds what an interrupted run has left, still to be described; undefined if there is nothing whole. */
  async recover(message: ListedMessage): Promise<StoredDocument | undefined> {
    const incoming = this.#incoming(message.id)
    const zip = await this.#disk.read(incoming)
    if (zip && isZip(zip)) return this.#arrived(message.id, zip)
    if (zip) {
      // Renamed after it was synced, so it was whole then: not our doing, and worth a look.
      await this.#keepAside(`${message.id}.zip`, zip)
      await this.#disk.remove(incoming)
    }
    const folder = folderOf(message)
    const sidecar = await this.#sidecar(join(this.#root, folder, sidecarName(message.id)))
    if (sidecar?.message.id !== message.id) return undefined
    const path = `${folder}/${sidecar.file}`
    const filed = await this.#disk.read(this.absolute(path))
    if (!filed || hash(filed) !== sidecar.sha256) return undefined
    const { sha256, size, archivedAt, pdf = null } = sidecar
    return { ...WAITS, sha256, size, path, archivedAt, pdf }
  }

  /** Keeps a downloaded ZIP for a `recover` to come. */
  async hold(id: string, zip: Uint8Array): Promise<void> {
    await this.#bringIn(id, zip)
  }

  /** Keeps a PDF beside the document at `path` and notes it in the document's sidecar. */
  async storePdf({ id, path }: { id: string; path: string }, bytes: Uint8Array, origin: PdfOrigin): Promise<Pdf> {
    const pdf: Pdf = { ...origin, sha256: hash(bytes), size: bytes.length }
    const file = this.absolute(pdfPath(path))
    const sidecarPath = join(dirname(file), sidecarName(id))
    await this.#replace(file, bytes)
    const sidecar = await this.#sidecar(sidecarPath)
    if (sidecar) await this.#replace(sidecarPath, formatSidecar({ ...sidecar, pdf }))
    await this.#disk.syncFolder(dirname(file))
    return pdf
  }

  /** Bytes of a filed document; undefined if the file is gone. */
  read(path: string): Promise<Uint8Array | undefined> {
    return this.#disk.read(this.absolute(path))
  }

  absolute(path: string): string {
    return join(this.#root, ...path.split('/'))
  }

  /** Every sidecar below the environment's folder, with its folder relative to that. */
  async *sidecars(): AsyncGenerator<{ folder: string; sidecar: Sidecar }> {
    yield* this.#sidecarsBelow('', 4)
  }

  async *#sidecarsBelow(folder: string, levels: number): AsyncGenerator<{ folder: string; sidecar: Sidecar }> {
    for (const name of await this.#disk.list(this.absolute(folder))) {
      const path = folder === '' ? name : `${folder}/${name}`
      // <CUI>/<year>/<month>/<kind>: a folder's name has neither dot nor ending.
      if (levels > 0 && /^[\w-]+$/.test(name)) yield* this.#sidecarsBelow(path, levels - 1)
      if (levels > 0 || !/^\.\d+\.json$/.test(name)) continue
      const sidecar = await this.#sidecar(this.absolute(path))
      if (sidecar) yield { folder, sidecar }
    }
  }

  async #bringIn(id: string, zip: Uint8Array): Promise<void> {
    if (!isZip(zip)) {
      const kept = await this.#keepAside(`${id}.zip`, zip)
      throw new RecipisaError('answer-unexpected', { operation: 'descarcare', problem: 'not a whole ZIP', kept })
    }
    await this.#disk.makeFolder(join(this.#root, INCOMING))
    await this.#replace(this.#incoming(id), zip)
    // It counts as archived from here on.
    await this.#disk.syncFolder(join(this.#root, INCOMING))
  }

  /** The new bytes or the old ones, never a part. */
  async #replace(path: string, bytes: Uint8Array): Promise<void> {
    await this.#disk.write(`${path}.part`, bytes)
    await this.#disk.rename(`${path}.part`, path)
  }

  #arrived(id: string, zip: Uint8Array): StoredDocument {
    const [path, archivedAt] = [`${INCOMING}/${digits(id)}.zip`, this.#now()]
    return { ...WAITS, path, sha256: hash(zip), size: zip.length, archivedAt, pdf: null }
  }

  /** Whether a document waits to be described before it gets its place. */
  isPlaced({ path }: Pick<StoredDocument, 'path'>): boolean {
    return !path.startsWith(`${INCOMING}/`)
  }

  /** Brings a kept document to its place, under a name for people. */
  async place(message: ListedMessage, kept: StoredDocument, description: Description): Promise<StoredDocument> {
    const folder = folderOf(message)
    const file = `${readableName(message, description.invoice)}.zip`
    const { sha256, size, archivedAt } = kept
    const sidecar = this.absolute(`${folder}/${sidecarName(message.id)}`)
    await this.#disk.makeFolder(this.absolute(folder))
    // Fetched a second time, because the file was gone: the PDF beside it is still that of the same bytes.
    const before = await this.#sidecar(sidecar)
    const pdf = before?.sha256 === sha256 ? before.pdf : undefined
    const content = {
      version: 1,
      file,
      sha256,
      size,
      archivedAt,
      message: { ...message },
      ...(pdf ? { pdf } : {}),
    } as const
    await this.#replace(sidecar, formatSidecar(content))
    await this.#disk.rename(this.#incoming(message.id), this.absolute(`${folder}/${file}`))
    await this.#disk.syncFolder(this.absolute(folder))
    return { ...kept, ...description, path: `${folder}/${file}`, pdf: pdf ?? null }
  }

  async #sidecar(path: string): Promise<Sidecar | undefined> {
    const bytes = await this.#disk.read(path)
    return bytes && parseSidecar(bytes)
  }

  #incoming(id: string): string {
    return join(this.#root, INCOMING, `${digits(id)}.zip`)
  }
}

/** Where the PDF of the document at `path` lies. */
export function pdfPath(path: string): string {
  return path.replace(/\.zip$/, '.pdf')
}

export function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
