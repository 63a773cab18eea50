import type { Export } from '../../../shared/protocol/invoices/exports.ts'
import type { Exports } from '../../archive/exports/export-archive.ts'
import { beginExport } from '../../capabilities/exports/begin-export.ts'
import { exportOf, followExport, hasExportEnded } from '../../capabilities/exports/follow-export.ts'
import { needsApi } from '../../capabilities/exports/work.ts'
import type { Services } from '../../services.ts'
import { fitAnswer } from '../core/fit-answer.ts'
import type { Handlers } from '../core/handler.ts'
import { withCui } from '../invoices/invoices.ts'

type Area = Extract<keyof Handlers, `exports.${string}`>

/** Many documents at once (U-12). An export outlives the port (U-05). */
export function exportsOperations(services: Services): Pick<Handlers, Area> {
  const { work } = services
  const workerFor = async (one: Pick<Export, 'format'>) => (needsApi(one) ? services.apiWorker() : services.worker)
  const open = async () => (await services.archive()).exports
  /** Ends an export that no process works on, or waits until the working process has ended it. */
  const cancel = async (exports: Exports, id: number, signal: AbortSignal): Promise<Export> => {
    exports.requestCancel(id)
    if (exports.claim(id)) exports.finish(id, { cancelled: true })
    return followExport(exports, id, services.runner.ensureStarted, { signal, progress: () => undefined })
  }

  return {
    'exports.begin': async ({ order }) => {
      const normalized = order.area === 'invoices' ? { ...order, filter: withCui(order.filter) } : order
      const worker = await workerFor(order)
      const begun = await beginExport(await services.archive(), normalized, services.now())
      worker.begin()
      return { export: begun }
    },
    'exports.list': async () => ({ exports: fitAnswer((await open()).list()) }),
    'exports.follow': async ({ id }, { signal, progress }) => {
      const show = (one: Export) => progress({ export: one })
      const exports = await open()
      const worker = await workerFor(exportOf(exports, id))
      const revive = () => worker.run(() => work.exports.run(id, signal, show))
      return { export: await followExport(exports, id, revive, { signal, progress: show }) }
    },
    'exports.cancel': async ({ id }, { signal }) => {
      const exports = await open()
      const found = exportOf(exports, id)
      return { export: hasExportEnded(found) ? found : await cancel(exports, id, signal) }
    },
    'exports.resume': async ({ id }) => {
      const exports = await open()
      const found = exportOf(exports, id)
      const worker = await workerFor(found)
      if (found.state === 'cancelled' || found.state === 'failed') exports.reopen(id)
      if (found.state !== 'done') worker.begin()
      return { export: exportOf(exports, id) }
    },
    'exports.remove': async ({ id }, { signal }) => {
      const exports = await open()
      const found = exports.get(id)
      if (found && !hasExportEnded(found)) await cancel(exports, id, signal)
      return { removed: await exports.remove(id) }
    },
  }
}
