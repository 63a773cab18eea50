import { basename } from 'node:path/posix'
import * as v from 'valibot'
import { Cui, WireId } from '../../../shared/domain/values.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ArchivedDocument } from '../core/archive.ts'
import type { Database } from '../core/database.ts'
import type { Documents } from '../core/verify.ts'
import {
  type DocumentKind,
  DocumentStore,
  type DocumentStoreOptions,
  SIDECAR_ENTRIES,
  type StoredDocument,
} from '../store/document-store.ts'
import { sha256Of } from '../store/hash.ts'
import { digits, safePart } from '../store/names.ts'
import { isPdf } from '../store/pdf.ts'
import { tryRead } from '../store/stored-bytes.ts'
import type { NewReceipt } from './declarations.ts'

const ReceiptSidecar = v.object({
  ...SIDECAR_ENTRIES,
  receipt: v.object({ uploadIndex: WireId, cui: Cui, form: v.string() }),
  file: v.pipe(v.string(), v.regex(/^[\w-]+\.pdf$/)),
})
type ReceiptSidecar = v.InferOutput<typeof ReceiptSidecar>
type ReceiptEntry = Omit<NewReceipt, 'bytes'>

/** Folder of the receipts within a month. */
const FOLDER = 'recipise'

const RECEIPTS: DocumentKind<ReceiptEntry, ReceiptSidecar> = {
  incomingName: uploadIndex => `recipisa-${digits(uploadIndex)}.pdf`,
  isWhole: isPdf,
  problem: 'not a PDF',
  idOf: ({ uploadIndex }) => uploadIndex,
  folderOf({ cui, month }) {
    const [year = '', monthOfYear = ''] = month.split('-')
    return [digits(cui), digits(year), digits(monthOfYear), FOLDER].join('/')
  },
  folders: [FOLDER],
  sidecarName: uploadIndex => `.${digits(uploadIndex)}.recipisa.json`,
  sidecarNames: /^\.\d+\.recipisa\.json$/,
  sidecar: ReceiptSidecar,
  idIn: ({ receipt }) => receipt.uploadIndex,
  toSidecar: ({ uploadIndex, cui, form }, facts) => ({ version: 1, receipt: { uploadIndex, cui, form }, ...facts }),
}

type ReceiptRow = { cui: string; path: string; sha256: string }

export type Receipts = {
  /** Stores the receipt and indexes it. Idempotent. */
  store(receipt: NewReceipt): Promise<{ fileName: string }>
  /** A company's receipt whose file is there, with the bytes that were stored. */
  find(uploadIndex: string, cui: string): Promise<{ fileName: string } | undefined>
  /** Throws `receipt-missing` or `document-damaged`. */
  read(uploadIndex: string): Promise<ArchivedDocument>
  /** For a check of the archive. */
  readonly documents: Documents
  /** Indexes the receipts that lie on disk; returns their number. */
  rebuild(signal: AbortSignal): Promise<number>
}

type Options = DocumentStoreOptions & { db: Database }

/**
 * Receipts of declarations as rows of the index and PDFs on disk:
 * `<CUI>/<year>/<month>/recipise/2026-10_D300_RO8000000000_1100000001.pdf`. The PDF is in place before its row is.
 */
export function createReceipts({ db, ...options }: Options): Receipts {
  const store = new DocumentStore(RECEIPTS, options)

  /** Not one that a colleague's entry gave to another company than its declaration has. */
  const rowOf = (uploadIndex: string) =>
    db.get<ReceiptRow>(
      `SELECT cui, path, sha256 FROM receipts WHERE upload_index = :uploadIndex AND NOT EXISTS (
        SELECT 1 FROM declarations d WHERE d.filing_number = :uploadIndex AND d.is_counter = 0 AND d.cui <> receipts.cui)`,
      { uploadIndex },
    )

  const index = (receipt: ReceiptSidecar['receipt'], stored: StoredDocument) =>
    db.durable(() =>
      db.run(
        `INSERT INTO receipts (upload_index, cui, form, path, sha256, size, archived_at)
          VALUES (:uploadIndex, :cui, :form, :path, :sha256, :size, :archivedAt)
          ON CONFLICT DO UPDATE SET cui = excluded.cui, form = excluded.form, path = excluded.path,
            sha256 = excluded.sha256, size = excluded.size`,
        { ...receipt, ...stored },
      ),
    )

  const find: Receipts['find'] = async (uploadIndex, cui) => {
    const row = rowOf(uploadIndex)
    const bytes = row?.cui === cui ? await store.read(row.path) : undefined
    return row && bytes && sha256Of(bytes) === row.sha256 ? { fileName: basename(row.path) } : undefined
  }

  return {
    find,
    async store({ bytes, ...entry }) {
      const { uploadIndex } = entry
      const known = await find(uploadIndex, entry.cui)
      if (known) return known
      const { stored, sidecar } = await store.place(entry, fileName(entry), await store.receive(uploadIndex, bytes))
      index(sidecar.receipt, stored)
      return { fileName: sidecar.file }
    },
    async read(uploadIndex) {
      const row = rowOf(uploadIndex)
      const bytes = row && (await store.read(row.path))
      if (!row || !bytes) throw new RecipisaError('receipt-missing', { index: uploadIndex })
      if (sha256Of(bytes) !== row.sha256)
        throw new RecipisaError('document-damaged', { path: store.absolute(row.path) })
      return { fileName: basename(row.path), mediaType: 'application/pdf', bytes, sha256: row.sha256 }
    },
    documents: {
      index: {
        countStored: () => db.get<{ n: number }>('SELECT count(*) AS n FROM receipts')?.n ?? 0,
        storedAfter: (after, limit) =>
          db
            .all<{ id: string; path: string; sha256: string }>(
              `SELECT upload_index AS id, path, sha256 FROM receipts WHERE upload_index > :after
                ORDER BY upload_index LIMIT :limit`,
              { after, limit },
            )
            .map(row => ({ ...row, state: 'archived' })),
        // The next check of the declaration fetches it again.
        missing: (uploadIndex, path) =>
          db.run('DELETE FROM receipts WHERE upload_index = :uploadIndex AND path = :path', { uploadIndex, path }) > 0,
        found: () => undefined,
      },
      store,
    },
    async rebuild(signal) {
      let indexed = 0
      for await (const { folder, sidecar } of store.sidecars()) {
        signal.throwIfAborted()
        const { receipt, file, sha256, size, archivedAt } = sidecar
        if (!(await tryRead(store, `${folder}/${file}`))) continue
        index(receipt, { path: `${folder}/${file}`, sha256, size, archivedAt })
        indexed++
      }
      return indexed
    },
  }
}

/** `2026-10_D300_RO8000000000_1100000001.pdf`; `RO` goes with a CUI, not with a person's number. */
function fileName({ month, form, cui, uploadIndex }: ReceiptEntry): string {
  const owner = cui.length === 13 ? digits(cui) : `RO${digits(cui)}`
  return `${[month, safePart(form) || 'declaratie', owner, digits(uploadIndex)].join('_')}.pdf`
}
