import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { ClaimedExport, ExportedFile } from '../../archive/exports/export-archive.ts'
import type { Checks } from '../../authority/efactura/types.ts'

/** What makes the files of an export. The authority is asked only for PDFs that are not in the archive. */
export type FormatPorts = {
  archive: Pick<Archive, 'messages' | 'mailbox' | 'companies'>
  checks: () => Promise<Checks>
}

/** Files that are ready, and documents that were taken and could not be in them. */
export type Made = { files: ExportedFile[]; left: { id: string; error: RecipisaError }[] }

/** The making of one export's files. */
export type Making = {
  /** Takes a document in. Throws why nothing can be made of it. */
  take(id: string, signal: AbortSignal): Promise<void>
  /** What is ready after the last `take`; after the last document everything is. */
  ready(isLast: boolean): Promise<Made>
}

/** How the files of a format are made. */
export type Format = (ports: FormatPorts, order: ClaimedExport) => Making

/** A file for each document. */
export function eachAlone(
  make: (ports: FormatPorts, id: string, signal: AbortSignal) => Promise<ExportedFile>,
): Format {
  return ports => {
    let files: ExportedFile[] = []
    return {
      async take(id, signal) {
        files = [await make(ports, id, signal)]
      },
      async ready() {
        const made = files
        files = []
        return { files: made, left: [] }
      },
    }
  }
}
