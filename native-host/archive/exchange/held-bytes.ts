import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'

type Row = { path: string | null; state: string }

/** Whether this archive has the file of a document, and not only its entry. */
export const isHere = (row: Row | undefined): boolean =>
  row !== undefined && row.state === 'archived' && row.path !== null

/** The bytes of a document whose file this archive has; undefined if it is elsewhere or gone. */
export async function heldBytes(
  row: Row | undefined,
  read: () => Promise<{ bytes: Uint8Array }>,
): Promise<Uint8Array | undefined> {
  if (!isHere(row)) return undefined
  try {
    return (await read()).bytes
  } catch (error) {
    // Someone removed or changed the file: others must not get it.
    if (error instanceof RecipisaError && ['document-missing', 'document-damaged'].includes(error.reason))
      return undefined
    throw error
  }
}
