import type { Export } from '../../../shared/protocol/invoices/exports.ts'
import type { LoggedHostPorts } from '../../jobs/host-ports.ts'
import type { Queue } from '../../jobs/work-loop.ts'
import type { ExportPorts } from './run-export.ts'

/** The parts for the work on exports, each opened on first use. */
export type ExportParts = LoggedHostPorts &
  Pick<ExportPorts, 'checks'> & { archive: () => Promise<ExportPorts['archive']> }

export type ExportWork = {
  /** Works on an export in this process. Returns at once when another process works on it. */
  run(id: number, signal: AbortSignal, progress?: (value: Export) => void): Promise<void>
  /** Exports that only read the archive. */
  queues(): Promise<Queue[]>
  /** Exports that ask the e-invoicing API. */
  queuesOfApi(): Promise<Queue[]>
}

/** Whether an export may ask the e-invoicing API, which makes PDFs that the archive lacks. */
export const needsApi = ({ format }: Pick<Export, 'format'>): boolean => format === 'pdf'

export function createExportWork({ archive, checks, now, explain, log }: ExportParts): ExportWork {
  const run: ExportWork['run'] = async (id, signal, progress = () => undefined) => {
    const ports = { archive: await archive(), checks, now, explain, log }
    const { runExport } = await import('./run-export.ts')
    const ended = await runExport(ports, id, { signal, progress })
    if (ended) log.info('export-ended', { export: id, state: ended.state, reason: ended.error?.details })
  }
  const queueOf = async (name: string, isIn: (one: Export) => boolean): Promise<Queue[]> => {
    const { exports } = await archive()
    const isOwn = (id: number) => {
      const found = exports.get(id)
      return found !== undefined && isIn(found)
    }
    return [
      {
        name,
        lanes: 2,
        due: () => exports.unfinished().filter(isOwn),
        isClaimed: exports.isClaimed,
        advance: (id, signal) => run(id, signal),
      },
    ]
  }
  return {
    run,
    queues: () => queueOf('exports', one => !needsApi(one)),
    queuesOfApi: () => queueOf('exports-of-api', needsApi),
  }
}
