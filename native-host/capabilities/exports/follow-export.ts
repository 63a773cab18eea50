import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Export } from '../../../shared/protocol/invoices/exports.ts'
import type { Exports } from '../../archive/exports/export-archive.ts'
import { watchRows } from '../../jobs/watch-rows.ts'

/** Whether the export has an outcome; only a resume continues it. */
export function hasExportEnded({ state }: Pick<Export, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

export function exportOf(exports: Pick<Exports, 'get'>, id: number): Export {
  const found = exports.get(id)
  if (!found) throw new RecipisaError('export-unknown', { id })
  return found
}

/**
 * Watches an export's row until it has ended, whichever process works on it. `revive` is called again and again while no
 * process does. The signal ends the watching, not the export of another process.
 */
export async function followExport(
  exports: Pick<Exports, 'get'>,
  id: number,
  revive: () => void | Promise<void>,
  { signal, progress }: { signal: AbortSignal; progress: (value: Export) => void },
): Promise<Export> {
  return watchRows({
    read: () => exportOf(exports, id),
    progressOf: one => one,
    isOver: hasExportEnded,
    isUnattended: ({ state }) => state === 'interrupted',
    revive,
    signal,
    progress,
  })
}
