import { join } from 'node:path'
import type { Environment } from '../../../shared/domain/values.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Disk } from '../../process/disk.ts'
import { replaceFile } from '../../process/replace-file.ts'
import type { Database } from '../core/database.ts'
import type { Files } from '../invoices/message-archive.ts'
import { hex, sha256Of } from './hash.ts'
import { safePart } from './names.ts'

type Options = { db: Database; disk: Disk; root: string; environment: Environment }

/** PDFs of a person's own files, in the folder `pdf` of the environment. */
export function createFiles({ db, disk, root, environment }: Options): Files {
  const folder = join(root, 'pdf')
  const path = (sha256: string) => join(folder, `${hex(sha256)}.pdf`)
  return {
    async storePdf(sha256, fileName, { bytes }) {
      await disk.makeFolder(folder)
      await replaceFile(disk, path(sha256), bytes)
      db.run(
        `INSERT INTO pdfs (environment, sha256, file_name, pdf_sha256) VALUES (:environment, :sha256, :fileName, :pdf)
          ON CONFLICT DO UPDATE SET file_name = excluded.file_name, pdf_sha256 = excluded.pdf_sha256`,
        { environment, sha256, fileName, pdf: sha256Of(bytes) },
      )
    },
    async read({ id }) {
      const bytes = await disk.read(path(id))
      const row = db.get<{ fileName: string; sha256: string }>(
        'SELECT file_name AS fileName, pdf_sha256 AS sha256 FROM pdfs WHERE environment = :environment AND sha256 = :id',
        { environment, id },
      )
      if (!bytes || !row) throw new RecipisaError('pdf-missing', { id: id.slice(0, 12) })
      if (sha256Of(bytes) !== row.sha256) throw new RecipisaError('document-damaged', { path: path(id) })
      const stem = safePart(row.fileName.replace(/\.\w{1,5}$/, '')) || id.slice(0, 12)
      return { fileName: `${stem}.pdf`, mediaType: 'application/pdf', bytes, sha256: row.sha256 }
    },
  }
}
