import type { Export } from '../../../shared/protocol/exports.ts'
import type { LoggedHostPorts } from '../../jobs/host-ports.ts'
import type { Queue } from '../../jobs/work-loop.ts'
import { type ExportPorts, runExport } from './run-export.ts'

/** What the work on exports works with, each opened when it is first needed. */
export type ExportParts = LoggedHostPorts &
  Pick<ExportPorts, 'checks'> & { archive: () => Promise<ExportPorts['archive']> }

export type ExportWork = {
  /** Works on an export in this process. Returns at once when another process works on it. */
  run(id: number, signal: AbortSignal, progress?: (value: Export) => void): Promise<void>
  queues(): Promise<Queue[]>
}

export function createExportWork({ archive, checks, now, explain, log }: ExportParts): ExportWork {
  const run: ExportWork['run'] = async (id, signal, progress = () => undefined) => {
    const ports = { archive: await archive(), checks, now, explain }
    const ended = await runExport(ports, id, { signal, progress })
    if (ended) log.info('export-ended', { export: id, state: ended.state, reason: ended.error?.details })
  }
  return {
    run,
    async queues() {
      const { exports } = await archive()
      return [
        {
          name: 'exports',
          lanes: 2,
          due: exports.unfinished,
          isClaimed: exports.isClaimed,
          advance: (id, signal) => run(id, signal),
        },
      ]
    },
  }
}
