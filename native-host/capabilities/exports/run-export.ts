import type { ErrorCode } from '../../../shared/errors/codes.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Export } from '../../../shared/protocol/invoices/exports.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { ClaimedExport, ExportProgress } from '../../archive/exports/export-archive.ts'
import type { HostPorts } from '../../jobs/host-ports.ts'
import { isLeft } from '../../process/ending.ts'
import { EXPORT_FORMATS } from './formats.ts'
import type { FormatPorts, Making } from './making.ts'

export type ExportPorts = FormatPorts & Pick<HostPorts, 'explain' | 'now'> & { archive: Pick<Archive, 'exports'> }

type Watch = { signal: AbortSignal; progress: (value: Export) => void }

/** How often to write progress to the row and look for a cancel, ms. */
const TICK = 150
/** How many reasons for missing documents to keep. */
const MOST_SKIPS = 20
/**
 * Failures of the authority in a row after which an export gives up: it can be resumed, and knows its finished files.
 */
const MOST_FAILURES = 3
/** Failures that are not about the document: the next one would fail in the same way. */
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
 * Works on an unfinished export: makes its files and puts them into the ZIP or the folder. An unusable document is left
 * out and counted. Returns undefined when another process works on it. A failure becomes the export's outcome and is
 * not thrown; `signal` ends the export as cancelled, or with the reason `host-lost` leaves it to another process, which
 * starts the ZIP over.
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
    const making = makingOf(ports, order)
    let failures = 0
    const skip = (document: string, error: RecipisaError) => {
      made.skipped++
      if (made.skips.length < MOST_SKIPS) made.skips.push({ id: document, error: toErrorBody(error) })
    }
    for (const [at, document] of order.ids.entries()) {
      try {
        await making.take(document, signal)
        failures = 0
      } catch (error) {
        signal.throwIfAborted()
        const shown = explain(error)
        failures = NOT_OF_THE_DOCUMENT.has(shown.code) ? failures + 1 : 0
        if (failures >= MOST_FAILURES) throw shown
        skip(document, shown)
      }
      const { files, left } = await making.ready(at === order.ids.length - 1)
      for (const one of left) skip(one.id, one.error)
      for (const file of files) await sink.put(file)
      made.done++
      tick(false)
    }
    tick(true)
    const whole = await sink.close()
    abandon = undefined
    exports.finish(id, { done: whole })
  } catch (error) {
    // What cannot be removed now goes with the export; the first error names the problem.
    await abandon?.().catch(() => undefined)
    if (isLeft(signal)) return exports.get(id)
    const shown = explain(signal.aborted ? signal.reason : error)
    exports.finish(id, shown.code === 'cancelled' ? { cancelled: true } : { error: toErrorBody(shown) })
  }
  return exports.get(id)
}

function makingOf(ports: ExportPorts, order: ClaimedExport): Making {
  if (order.area === 'invoices') return EXPORT_FORMATS.invoices[order.format](ports, order)
  const { format } = order
  // The protocol accepts no other export of the mailbox.
  if (format === 'xml' || format === 'pdf') throw new Error(`messages have no ${format}`)
  return EXPORT_FORMATS.mailbox[format](ports, order)
}
