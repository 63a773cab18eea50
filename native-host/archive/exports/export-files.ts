import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename, extname, isAbsolute, join } from 'node:path'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Disk } from '../../process/disk.ts'
import { replaceFile } from '../../process/replace-file.ts'
import { sha256Of } from '../store/hash.ts'
import { digits } from '../store/names.ts'
import type { ExportedFile, ExportSink } from './export-archive.ts'

export async function isFolder(path: string): Promise<boolean> {
  if (!isAbsolute(path)) return false
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false // whatever the obstacle, the person can choose another folder
  }
}

/**
 * The largest ZIP, bytes: Node reads no larger file at once, and beyond 4 GB a ZIP needs extensions that we do not
 * write.
 */
const MOST_ZIP = 2_000_000_000

/**
 * One ZIP, written piece by piece to keep it out of memory. It gets its name only once it is whole. `stem`: the file's
 * path without its extension.
 */
export async function openZip(disk: Disk, stem: string, fileName: string, most = MOST_ZIP): Promise<ExportSink> {
  // Its tables take longer to make than a short command to run.
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate')
  const path = `${stem}.zip`
  const part = `${path}.part`
  const file = await disk.begin(part)
  const hash = createHash('sha256')
  const waiting: Uint8Array[] = []
  let size = 0
  let failure: Error | undefined
  const zip = new Zip((error, piece) => {
    if (error) failure = error
    else waiting.push(piece)
  })
  const writeWaiting = async () => {
    if (failure) throw failure
    for (const piece of waiting.splice(0)) {
      hash.update(piece)
      size += piece.length
      await file.write(piece)
    }
  }
  return {
    async put({ folder, fileName, bytes }) {
      if (size + bytes.length > most) throw new RecipisaError('export-zip-too-large', { most: most / 1e9 })
      const name = folder === null ? fileName : `${digits(folder)}/${fileName}`
      // ZIPs and PDFs are compressed already.
      const entry = fileName.endsWith('.xml') ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
      zip.add(entry)
      entry.push(bytes, true)
      await writeWaiting()
    },
    async close() {
      zip.end()
      await writeWaiting()
      await file.close()
      await disk.rename(part, path)
      return { fileName, size, sha256: hash.digest('hex') }
    },
    async abandon() {
      zip.terminate()
      await file.close().finally(() => disk.remove(part))
    },
  }
}

/** A single file as it is, or several as a ZIP. The first file waits in memory until the second one or the end. */
export async function openFile(disk: Disk, stem: string, fileName: string): Promise<ExportSink> {
  let first: ExportedFile | undefined
  let zip: ExportSink | undefined
  return {
    async put(file) {
      if (!first) {
        first = file
        return
      }
      if (!zip) {
        zip = await openZip(disk, stem, `${basename(fileName, extname(fileName))}.zip`)
        await zip.put(first)
      }
      await zip.put(file)
    },
    async close() {
      if (zip) return zip.close()
      if (!first) throw new RecipisaError('export-empty')
      const path = `${stem}${extname(first.fileName)}`
      await replaceFile(disk, path, first.bytes)
      return { fileName: first.fileName, size: first.bytes.length, sha256: sha256Of(first.bytes) }
    },
    abandon: async () => zip?.abandon(),
  }
}

/** Files in a person's own folder, with a subfolder for each company. An existing file with these bytes stays. */
export async function openFolder(disk: Disk, folder: string): Promise<ExportSink> {
  const made = new Set<string>()
  return {
    async put({ folder: company, fileName, bytes }) {
      const below = company === null ? folder : join(folder, digits(company))
      if (!made.has(below)) await disk.makeFolder(below)
      made.add(below)
      const path = await freePath(disk, below, fileName, bytes)
      // It gets its name only once it is whole: a person takes any file there for the document.
      if (path !== undefined) await replaceFile(disk, path, bytes, 'sync-later', 'person')
    },
    close: async () => null,
    abandon: async () => undefined,
  }
}

/**
 * The file's own name, with a number if another file has it: a person's files are never replaced. Undefined if the file
 * is there already.
 */
async function freePath(disk: Disk, folder: string, fileName: string, bytes: Uint8Array): Promise<string | undefined> {
  const [, stem = fileName, ending = ''] = /^(.*?)(\.\w+)$/.exec(fileName) ?? []
  for (let n = 1; ; n++) {
    const path = join(folder, n === 1 ? fileName : `${stem}_${n}${ending}`)
    const there = await disk.read(path)
    if (!there) return path
    if (Buffer.from(there).equals(bytes)) return undefined
  }
}
