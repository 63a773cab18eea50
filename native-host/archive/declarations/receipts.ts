import { join } from 'node:path'
import { basename } from 'node:path/posix'
import * as v from 'valibot'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { Cui, Moment, Sha256, WireId } from '../../../shared/protocol/values.ts'
import type { ArchivedDocument } from '../core/archive.ts'
import type { Database } from '../core/database.ts'
import type { Documents } from '../core/verify.ts'
import type { Disk } from '../store/disk.ts'
import { hash } from '../store/document-store.ts'
import { digits, safePart } from '../store/names.ts'
import type { NewReceipt } from './declarations.ts'

/** The hidden file beside a receipt: what the index needs and the PDF does not say. */
const ReceiptSidecar = v.object({
  version: v.literal(1),
  receipt: v.object({ uploadIndex: WireId, cui: Cui, form: v.string() }),
  file: v.pipe(v.string(), v.regex(/^[\w-]+\.pdf$/)),
  sha256: Sha256,
  size: v.number(),
  archivedAt: Moment,
})
type ReceiptSidecar = v.InferOutput<typeof ReceiptSidecar>

type ReceiptRow = { uploadIndex: string; path: string; sha256: string; size: number }

export type Receipts = {
  store(receipt: NewReceipt): Promise<{ fileName: string }>
  /** Of a receipt whose file is there, whole. */
  find(uploadIndex: string): Promise<{ fileName: string } | undefined>
  read(uploadIndex: string): Promise<ArchivedDocument>
  /** For a check of the archive. */
  readonly documents: Documents
  /** Indexes the receipts that lie on disk; gives how many. */
  rebuild(signal: AbortSignal): Promise<number>
}

type Options = { db: Database; disk: Disk; root: string; now: () => number }

/**
 * Receipts of declarations as rows of the index and PDFs on disk:
 * `<CUI>/<year>/<month>/recipise/2026-10_D300_RO8000000000_1100000001.pdf`. The PDF is in place before its row is.
 */
export function createReceipts({ db, disk, root, now }: Options): Receipts {
  const absolute = (path: string) => join(root, ...path.split('/'))

  const rowOf = (uploadIndex: string) =>
    db.get<ReceiptRow>(
      'SELECT upload_index AS uploadIndex, path, sha256, size FROM receipts WHERE upload_index = :uploadIndex',
      { uploadIndex },
    )

  const index = ({ receipt, sha256, size, archivedAt }: ReceiptSidecar, path: string) =>
    db.durable(() =>
      db.run(
        `INSERT INTO receipts (upload_index, cui, form, path, sha256, size, archived_at)
          VALUES (:uploadIndex, :cui, :form, :path, :sha256, :size, :archivedAt)
          ON CONFLICT DO UPDATE SET path = excluded.path, sha256 = excluded.sha256, size = excluded.size`,
        { ...receipt, path, sha256, size, archivedAt },
      ),
    )

  const replace = async (path: string, bytes: Uint8Array) => {
    const part = `${path}.${process.pid}.part`
    await disk.write(part, bytes)
    await disk.rename(part, path)
  }

  const find: Receipts['find'] = async uploadIndex => {
    const row = rowOf(uploadIndex)
    const bytes = row && (await disk.read(absolute(row.path)))
    return row && bytes && hash(bytes) === row.sha256 ? { fileName: basename(row.path) } : undefined
  }

  return {
    find,
    async store({ uploadIndex, cui, form, month, bytes }) {
      const kept = await find(uploadIndex)
      if (kept) return kept
      const sha256 = hash(bytes)
      const [year = '', monthOfYear = ''] = month.split('-')
      const folder = `${digits(cui)}/${digits(year)}/${digits(monthOfYear)}/recipise`
      const file = `${[month, safePart(form) || 'declaratie', ownerPart(cui), digits(uploadIndex)].join('_')}.pdf`
      const receipt = { uploadIndex, cui, form }
      const sidecar: ReceiptSidecar = { version: 1, receipt, file, sha256, size: bytes.length, archivedAt: now() }
      await disk.makeFolder(absolute(folder))
      await replace(absolute(`${folder}/.${digits(uploadIndex)}.recipisa.json`), encode(sidecar))
      await replace(absolute(`${folder}/${file}`), bytes)
      await disk.syncFolder(absolute(folder))
      index(sidecar, `${folder}/${file}`)
      return { fileName: file }
    },
    async read(uploadIndex) {
      const row = rowOf(uploadIndex)
      const bytes = row && (await disk.read(absolute(row.path)))
      if (!row || !bytes) throw new RecipisaError('receipt-missing', { index: uploadIndex })
      if (hash(bytes) !== row.sha256) throw new RecipisaError('document-damaged', { path: absolute(row.path) })
      return { fileName: basename(row.path), mediaType: 'application/pdf', bytes, sha256: row.sha256 }
    },
    documents: {
      index: {
        countStored: () => db.get<{ n: number }>('SELECT count(*) AS n FROM receipts')?.n ?? 0,
        filedAfter: (after, limit) =>
          db
            .all<{ id: string; path: string; sha256: string }>(
              `SELECT upload_index AS id, path, sha256 FROM receipts WHERE upload_index > :after
                ORDER BY upload_index LIMIT :limit`,
              { after, limit },
            )
            .map(row => ({ ...row, state: 'archived' })),
        // The next look at the filing shall fetch it again.
        missing(uploadIndex) {
          db.run('DELETE FROM receipts WHERE upload_index = :uploadIndex', { uploadIndex })
        },
        found: () => undefined,
      },
      filing: { read: path => disk.read(absolute(path)), absolute },
    },
    async rebuild(signal) {
      let indexed = 0
      for (const cui of await disk.list(root)) {
        if (!/^\d+$/.test(cui)) continue
        for (const year of await disk.list(absolute(cui)))
          for (const month of /^\d{4}$/.test(year) ? await disk.list(absolute(`${cui}/${year}`)) : []) {
            signal.throwIfAborted()
            const folder = `${cui}/${year}/${month}/recipise`
            for (const name of /^\d\d$/.test(month) ? await disk.list(absolute(folder)) : []) {
              const sidecar = /^\.\d+\.recipisa\.json$/.test(name)
                ? await disk.read(absolute(`${folder}/${name}`))
                : undefined
              const parsed = sidecar && decode(sidecar)
              if (!parsed || !(await disk.read(absolute(`${folder}/${parsed.file}`)))) continue
              index(parsed, `${folder}/${parsed.file}`)
              indexed++
            }
          }
      }
      return indexed
    },
  }
}

/** `RO` belongs to a CUI, and not to a person's number. */
const ownerPart = (cui: string): string => (cui.length === 13 ? digits(cui) : `RO${digits(cui)}`)

function encode(sidecar: ReceiptSidecar): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(sidecar, undefined, 2)}\n`)
}

/** Undefined if the bytes are no sidecar: the file lies among the user's own. */
function decode(bytes: Uint8Array): ReceiptSidecar | undefined {
  try {
    const parsed = v.safeParse(ReceiptSidecar, JSON.parse(new TextDecoder().decode(bytes)))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined // not JSON
  }
}
