import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import * as v from 'valibot'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { type Disk, personDisk } from '../../process/disk.ts'
import { replaceFile } from '../../process/replace-file.ts'
import { documentsOf, type MirroredDocument } from './documents.ts'
import { pathFrom } from './template.ts'

/** The mirror's contents, in a hidden file of its folder: paths by the documents' names. */
const LEDGER = '.recipisa-oglinda.json'
/** A path as templates make them. Whoever may write into the folder may write the ledger: nothing leads out of the folder. */
const Path = v.pipe(
  v.string(),
  v.check(path => path.split('/').every(part => !/^\.*$|[\\:]/.test(part)), 'leads elsewhere'),
)
const Ledger = v.object({ template: v.string(), paths: v.record(v.string(), Path) })

/** How many new documents between two writes of the ledger, so that a crash repeats little work. */
const WRITTEN_EVERY = 200

export type Mirrored = { written: number; present: number; failed: { name: string; error: RecipisaError }[] }

export type MirrorOptions = {
  archive: Pick<Archive, 'messages' | 'mailbox' | 'declarations' | 'companies'>
  /** The folder: on a NAS, or synced by another program. */
  folder: string
  template: string
  signal: AbortSignal
  disk?: Disk
}

/**
 * Copies the documents of the archive into a folder for people, one way: existing copies stay, removed ones come back,
 * and people's own files are never touched. An unreadable document is reported and stops no other. A changed template
 * starts over beside the existing copies. The folder exists, and the template is checked (mirror-alone.ts).
 */
export async function mirrorDocuments({
  archive,
  folder,
  template,
  signal,
  disk = personDisk,
}: MirrorOptions): Promise<Mirrored> {
  const ledgerPath = join(folder, LEDGER)
  const paths = new Map(Object.entries(await readLedger(disk, ledgerPath, template)))
  const taken = new Set([...paths.values()].map(path => path.toLowerCase()))
  const write = () => {
    const text = JSON.stringify({ template, paths: Object.fromEntries(paths) })
    return replaceFile(disk, ledgerPath, new TextEncoder().encode(text), 'sync-now', 'person')
  }
  /** A path that no other document and no file of a person has. */
  const placeOf = ({ name, places, ending }: MirroredDocument): string => {
    const known = paths.get(name)
    if (known !== undefined) return known
    const path = pathFrom(template, places)
    const free = [`${path}${ending}`, `${path}_${places.id}${ending}`].find(
      one => !taken.has(one.toLowerCase()) && !existsSync(join(folder, one)),
    )
    return free ?? `${path}_${places.cui}_${places.id}${ending}`
  }

  const mirrored: Mirrored = { written: 0, present: 0, failed: [] }
  try {
    for await (const document of documentsOf(archive)) {
      signal.throwIfAborted()
      const place = placeOf(document)
      const path = join(folder, ...place.split('/'))
      if (paths.has(document.name) && existsSync(path)) {
        mirrored.present++
        continue
      }
      let isRead = false
      try {
        const { bytes } = await document.read()
        isRead = true
        await makeFolderWithin(disk, folder, dirname(place))
        await replaceFile(disk, path, bytes, 'sync-later', 'person')
      } catch (error) {
        // A folder that takes nothing takes no other document either.
        if (!(error instanceof RecipisaError) || (isRead && error.reason === 'storage-failed')) throw error
        mirrored.failed.push({ name: document.name, error })
        continue
      }
      paths.set(document.name, place)
      taken.add(place.toLowerCase())
      if (++mirrored.written % WRITTEN_EVERY === 0) await write()
    }
  } finally {
    await write()
  }
  return mirrored
}

/** Makes a folder of the mirror. Whoever may write there can put a link in its place: throws `mirror-link` if it leads out. */
async function makeFolderWithin(disk: Disk, mirror: string, place: string): Promise<void> {
  const root = await disk.realPath(mirror)
  let path = mirror
  for (const name of place.split('/')) {
    path = join(path, name)
    await disk.makeFolder(path)
    const found = relative(root, await disk.realPath(path))
    if (found.split(/[\\/]/)[0] === '..' || isAbsolute(found)) throw new RecipisaError('mirror-link', { folder: path })
  }
}

async function readLedger(disk: Disk, path: string, template: string): Promise<Record<string, string>> {
  const bytes = await disk.read(path)
  if (!bytes) return {}
  try {
    const ledger = v.parse(Ledger, JSON.parse(new TextDecoder().decode(bytes)))
    return ledger.template === template ? ledger.paths : {}
  } catch {
    return {} // someone changed it: documents get new names beside the existing copies
  }
}
