import type { ErrorCode } from '../../../shared/errors/codes.ts'
import { toErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Export } from '../../../shared/protocol/invoices/exports.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { ExportProgress } from '../../archive/exports/export-archive.ts'
import type { HostPorts } from '../../jobs/host-ports.ts'
import { isLeft } from '../../process/ending.ts'
import { EXPORT_FORMATS, type FormatPorts } from './formats.ts'

export type ExportPorts = FormatPorts & Pick<HostPorts, 'explain' | 'now'> & { archive: Pick<Archive, 'exports'> }

type Watch = { signal: AbortSignal; progress: (value: Export) => void }

/** How often progress is written to the row and a cancel is looked for, ms. */
const TICK = 150
/** How many reasons for missing documents are kept. */
const MOST_SKIPS = 20
/** Failures of the authority in a row after which an export gives up: it can be begun again, and knows what is there. */
const MOST_FAILURES = 3
/** Failures that say nothing about the document: the next one would fail in the same way. */
const NOT_OF_THE_DOCUMENT: ReadonlySet<ErrorCode> = new Set([
  'auth-required',
  'session-expired',
  'limit-reached',
  'rate-limited',
  'blocked-by-firewall',
  'service-unavailable',
  'unreachable',
])

/**
 * Works on an unfinished export: makes the file of each document and puts it into the ZIP or the folder. A document without
 * a file is left out and counted. Returns undefined when another process works on it. A failure becomes the export's
 * outcome and is not thrown; `signal` ends the export as cancelled, or with the reason `host-lost` leaves it to another
 * process, which begins the ZIP anew.
 */
export async function runExport(
  ports: ExportPorts,
  id: number,
  { signal, progress }: Watch,
): Promise<Export | undefined> {
  const { explain, now } = ports
  const { exports } = ports.archive
  const order = exports.claim(id)
  if (!order) return undefined
  const made: ExportProgress = { done: 0, skipped: 0, skips: [] }
  let ticked = now()
  const tick = (isLast: boolean) => {
    signal.throwIfAborted()
    if (!isLast && now() - ticked < TICK) return
    ticked = now()
    if (exports.cancelRequested(id)) throw new RecipisaError('cancelled')
    exports.setProgress(id, made)
    progress({ ...order, ...made, state: 'running' })
  }

  let abandon: (() => Promise<void>) | undefined
  try {
    tick(true)
    const sink = await exports.open(order)
    abandon = sink.abandon
    let failures = 0
    for (const document of order.ids) {
      const file = await makeFile(ports, order, document, signal).catch((error: unknown) => {
        signal.throwIfAborted()
        const shown = explain(error)
        failures = NOT_OF_THE_DOCUMENT.has(shown.code) ? failures + 1 : 0
        if (failures >= MOST_FAILURES) throw shown
        made.skipped++
        if (made.skips.length < MOST_SKIPS) made.skips.push({ id: document, error: toErrorBody(shown) })
        return undefined
      })
      if (file) {
        await sink.put(file)
        failures = 0
      }
      made.done++
      tick(false)
    }
    tick(true)
    const whole = await sink.close()
    abandon = undefined
    exports.finish(id, { done: whole })
  } catch (error) {
    await abandon?.()
    if (isLeft(signal)) return exports.get(id)
    const shown = explain(signal.aborted ? signal.reason : error)
    exports.finish(id, shown.code === 'cancelled' ? { cancelled: true } : { error: toErrorBody(shown) })
  }
  return exports.get(id)
}

function makeFile(ports: ExportPorts, { area, format }: Export, id: string, signal: AbortSignal) {
  const make = area === 'invoices' ? EXPORT_FORMATS.invoices[format] : EXPORT_FORMATS.mailbox.originals
  return make(ports, id, signal)
}
