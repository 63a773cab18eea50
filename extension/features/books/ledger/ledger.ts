import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type {
  Agreement,
  AgreementRow,
  Finding,
  GivenColumns,
  LedgerColumns,
  LedgerInspection,
} from '../../../../shared/protocol/invoices/ledgers.ts'
import type { HostClient } from '../../../host/client.ts'
import { isCancelled } from '../../../host/failure.ts'
import { contentOf } from '../../../host/file-content.ts'

/** Largest file that the host reads, in bytes; in base64 it has 48,000,000 characters. */
const MOST_BYTES = 36_000_000
/** The number of rows shown at first, and added by each click. */
const PAGE = 200

export type LedgerPhase =
  | { is: 'empty' }
  | { is: 'reading'; fileName: string }
  | { is: 'too-large'; fileName: string }
  | { is: 'unreadable'; error: unknown }
  | { is: 'read'; inspection: LedgerInspection; error?: unknown }
  | { is: 'comparing'; inspection: LedgerInspection; done: number; total: number }
  | { is: 'compared'; inspection: LedgerInspection; agreement: Agreement }

/** A comparison of an accounting program's records with the archive (W-04). */
export type Ledger = {
  /** Whether it is in front. */
  open: Signal<boolean>
  phase: ReadonlySignal<LedgerPhase>
  cui: Signal<string | undefined>
  direction: ReadonlySignal<'received' | 'sent'>
  /** Reads the file again: it can have a sheet, columns and rows for each. */
  chooseDirection(direction: 'received' | 'sent'): Promise<void>
  /** The period: the ledger's whole months once it is read, until others are typed. */
  since: Signal<string>
  until: Signal<string>
  readFile(file: File): Promise<void>
  /** The columns with which the file is being read again; nothing is compared meanwhile. */
  nextColumns: ReadonlySignal<GivenColumns | undefined>
  /** Reads the same file again with other columns. */
  chooseColumn(fact: keyof LedgerColumns, column: number | null): Promise<void>
  compare(): Promise<void>
  stop(): void
  clear(): void
  /** The finding whose rows are shown; at first the first one with any rows. */
  shown: ReadonlySignal<Finding>
  show(finding: Finding): Promise<void>
  rows: ReadonlySignal<readonly AgreementRow[]>
  total: ReadonlySignal<number>
  /** Why the rows could not be loaded. */
  rowsError: ReadonlySignal<unknown>
  more(): Promise<void>
}

export function createLedger(host: HostClient): Ledger {
  const phase = signal<LedgerPhase>({ is: 'empty' })
  const cui = signal<string>()
  const direction = signal<'received' | 'sent'>('received')
  const [since, until] = [signal(''), signal('')]
  const shown = signal<Finding>('differs')
  const rows = signal<readonly AgreementRow[]>([])
  const total = signal(0)
  const rowsError = signal<unknown>()
  let source: { fileName: string; data: Promise<string> } | undefined
  let columns: GivenColumns = {}
  const nextColumns = signal<GivenColumns>()
  /** Identifies the latest file: it replaces one that is still being read. */
  let round = 0
  /** Identifies the latest request for rows. */
  let loads = 0
  let stop = new AbortController()

  const inspect = async () => {
    if (!source) return
    const { fileName, data } = source
    const started = ++round
    try {
      const given = { ...columns, side: direction.value }
      const params = { fileName: fileName.slice(-255), data: await data, columns: given }
      if (started !== round) return
      const inspection = await host.request('ledgers.inspect', params)
      if (started !== round) return
      const before = 'inspection' in phase.value ? phase.value.inspection : undefined
      phase.value = { is: 'read', inspection }
      // Another column can give the ledger other days; a day that was typed stays.
      if (!before || since.value === (before.since ?? '')) since.value = inspection.since ?? ''
      if (!before || until.value === (before.until ?? '')) until.value = inspection.until ?? ''
    } catch (error) {
      if (started === round) phase.value = { is: 'unreadable', error }
    } finally {
      if (started === round) nextColumns.value = undefined
    }
  }

  const load = async (offset: number) => {
    const current = phase.value
    if (current.is !== 'compared') return
    const started = ++loads
    rowsError.value = undefined
    try {
      const asked = { id: current.agreement.id, only: shown.value, offset, limit: PAGE }
      const found = await host.request('ledgers.rows', asked)
      if (started !== loads) return // other rows were asked for meanwhile, or the same once more
      rows.value = offset === 0 ? found.items : [...rows.value, ...found.items]
      total.value = found.total
    } catch (error) {
      if (started === loads) rowsError.value = error
    }
  }

  return {
    open: signal(false),
    phase,
    cui,
    direction,
    since,
    until,
    shown,
    rows,
    total,
    rowsError,
    nextColumns,
    stop: () => stop.abort(),
    async readFile(file) {
      stop.abort() // a comparison of the file before
      columns = {}
      nextColumns.value = undefined
      const { name: fileName, size } = file
      if (size > MOST_BYTES) {
        round += 1
        phase.value = { is: 'too-large', fileName }
        return
      }
      phase.value = { is: 'reading', fileName }
      source = { fileName, data: contentOf(file) }
      await inspect()
    },
    async chooseDirection(chosen) {
      direction.value = chosen
      const sheet = sheetOf(phase.value)
      if (!('inspection' in phase.value)) return
      const own = columns
      const fresh: GivenColumns = sheet === undefined ? own : {}
      columns = fresh
      nextColumns.value = fresh
      await inspect()
      // Columns chosen by hand belong to their sheet. It may serve both sides.
      if (fresh === own || Object.keys(own).length === 0 || columns !== fresh || sheetOf(phase.value) !== sheet) return
      columns = own
      nextColumns.value = own
      await inspect()
    },
    async chooseColumn(fact, column) {
      columns = { ...columns, [fact]: column }
      nextColumns.value = columns
      await inspect()
    },
    async compare() {
      const current = phase.value
      if ((current.is !== 'read' && current.is !== 'compared') || nextColumns.value || cui.value === undefined) return
      const { inspection } = current
      const started = round
      stop = new AbortController()
      phase.value = { is: 'comparing', inspection, done: 0, total: 0 }
      try {
        const { agreement } = await host.request(
          'ledgers.agree',
          {
            sha256: inspection.sha256,
            columns,
            cui: cui.value,
            direction: direction.value,
            ...(since.value === '' ? {} : { since: since.value }),
            ...(until.value === '' ? {} : { until: until.value }),
          },
          {
            onProgress: progress => {
              if (started === round) phase.value = { is: 'comparing', inspection, ...progress }
            },
            signal: stop.signal,
          },
        )
        if (started !== round) return // another file was brought meanwhile
        phase.value = { is: 'compared', inspection, agreement }
        shown.value = firstFinding(agreement)
        rows.value = []
        await load(0)
      } catch (error) {
        if (started !== round) return
        phase.value = isCancelled(error) ? { is: 'read', inspection } : { is: 'read', inspection, error }
      }
    },
    async show(finding) {
      shown.value = finding
      rows.value = []
      await load(0)
    },
    more: () => load(rows.value.length),
    clear() {
      stop.abort()
      round += 1
      nextColumns.value = undefined
      source = undefined
      columns = {}
      phase.value = { is: 'empty' }
    },
  }
}

const sheetOf = (phase: LedgerPhase): string | undefined => ('inspection' in phase ? phase.inspection.sheet : undefined)

/** The findings in display order, each with its count. */
export function findingsOf(agreement: Agreement): readonly (readonly [Finding, number])[] {
  return [
    ['differs', agreement.differs],
    ['not-in-books', agreement.notInBooks],
    ['not-in-spv', agreement.notInSpv],
    ['unreadable', agreement.unreadable],
    ['agrees', agreement.agrees],
  ]
}

function firstFinding(agreement: Agreement): Finding {
  return findingsOf(agreement).find(([, count]) => count > 0)?.[0] ?? 'agrees'
}
