import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { ClaimedExport, ExportedFile } from '../../archive/exports/export-archive.ts'
import type { Checks } from '../../authority/efactura/types.ts'
import type { PrintLog } from '../../printing/print.ts'

/** The ports for making an export's files. The authority is asked only for PDFs that are not in the archive. */
export type FormatPorts = {
  archive: Pick<Archive, 'messages' | 'mailbox' | 'companies' | 'uploads'>
  checks: () => Promise<Checks>
  log: PrintLog
}

/** Finished files, and accepted documents that could not be included. */
export type Made = { files: ExportedFile[]; left: { id: string; error: RecipisaError }[] }

/** The making of one export's files. */
export type Making = {
  /** Accepts a document. Throws the reason if it cannot be used. */
  take(id: string, signal: AbortSignal): Promise<void>
  /** The files ready after the latest `take`; after the last document, all files. */
  ready(isLast: boolean): Promise<Made>
}

/** How to make a format's files. */
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
