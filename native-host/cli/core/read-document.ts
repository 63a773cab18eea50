import { hash } from 'node:crypto'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { DocumentRef } from '../../../shared/protocol/invoices/documents.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { Cli } from './command.ts'

/** A whole archived document, with the readable name for saving it. Throws `transfer-damaged` if it changes meanwhile. */
export async function readDocument(
  { call }: Pick<Cli, 'call'>,
  document: DocumentRef,
): Promise<{ fileName: string; sha256: string; bytes: Buffer }> {
  const { fileName, size, sha256 } = await call('documents.describe', { document })
  const bytes = Buffer.alloc(size)
  for (let offset: number | null = 0; offset !== null && offset < size; ) {
    const piece: ResultOf<'documents.read'> = await call('documents.read', { document, offset })
    bytes.write(piece.data, offset, 'base64')
    offset = piece.nextOffset
  }
  if (hash('sha256', bytes) !== sha256) throw new RecipisaError('transfer-damaged', { name: fileName })
  return { fileName, sha256, bytes }
}
