// A runner in a process of its own, whose clock the soak moves: started with --expose-gc, and spoken to by messages.
import { readFileSync } from 'node:fs'
import { runWorkLoop } from '../../../native-host/jobs/work-loop.ts'
import { createHandlers } from '../../../native-host/operations/core/handlers.ts'
import { invoke } from '../../../native-host/operations/core/invoke.ts'
import { createServices } from '../../../native-host/services.ts'
import type { Method, ParamsIn, ResultOf } from '../../../shared/protocol/methods.ts'

/** The task at a moment: `ahead` ms after this machine's clock. A file to upload, or none. */
export type Shift = { ahead: number; upload: string | null }
/** The process's memory use after a shift, once all garbage is collected. */
export type Used = { heap: number; external: number; resources: number; archived: number }

const { RECIPISA_DATA_DIR: dataDir = '', RECIPISA_PROFILE: profilePath } = process.env
let ahead = 0
const services = createServices({
  dataDir,
  profilePath,
  env: process.env,
  now: () => Date.now() + ahead,
  command: [process.execPath],
})
const handlers = createHandlers(services)
const { signal } = new AbortController()
const call = <M extends Method>(method: M, params: ParamsIn<M>): Promise<ResultOf<M>> =>
  invoke(handlers, method, params, { signal, progress: () => undefined }) as Promise<ResultOf<M>>

async function work(shift: Shift): Promise<Used> {
  ahead = shift.ahead
  // The first answer of a day tells the authority's clock, which has gone on as well.
  await call('auth.test', {})
  if (shift.upload !== null) await upload(shift.upload)
  await call('invoices.sync', {})
  await runWorkLoop({ queues: await services.queues(), now: services.now, isStale: services.isStale, signal })
  const { total } = await call('invoices.list', { archived: true, limit: 1 })
  for (let n = 0; n < 3; n++) {
    await new Promise(resolve => setImmediate(resolve))
    globalThis.gc?.()
  }
  const { heapUsed, external } = process.memoryUsage()
  return { heap: heapUsed, external, resources: process.getActiveResourcesInfo().length, archived: total }
}

async function upload(path: string): Promise<void> {
  const data = readFileSync(path).toString('base64')
  const { sha256, cui, standard, suggested } = await call('uploads.inspect', { fileName: 'factura.xml', data })
  await call('uploads.send', { sha256, cui: cui ?? '', standard: standard ?? 'UBL', flags: suggested })
}

process.on('message', (shift: Shift) => {
  work(shift).then(
    used => process.send?.({ used }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
  )
})
process.on('disconnect', () => void services.close().then(() => process.exit()))
