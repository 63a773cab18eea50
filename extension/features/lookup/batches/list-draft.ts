import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { REGISTER_NAMES } from '../../../../shared/domain/register-names.ts'
import type { Register } from '../../../../shared/domain/registers.ts'
import type { Batch, ListInspection } from '../../../../shared/protocol/registers/batches.ts'
import type { HostClient } from '../../../host/client.ts'
import { contentOf } from '../../../host/file-content.ts'

/** Largest list that the host reads, in bytes; in base64 it has 48,000,000 characters. */
const MOST_BYTES = 36_000_000
/** The registers' limit: one request a second (P-10), in milliseconds. */
const REQUEST_PERIOD = 1000

export type DraftPhase =
  | { is: 'empty' }
  | { is: 'reading'; fileName: string }
  | { is: 'too-large'; fileName: string }
  | { is: 'unreadable'; fileName: string; error: unknown }
  | {
      is: 'read'
      inspection: ListInspection
      /** The column with which the list is being read again; the inspection is still that of the old one. */
      nextColumn: number | undefined
    }

/** A list before it becomes a batch. */
export type ListDraft = {
  phase: ReadonlySignal<DraftPhase>
  registers: ReadonlySignal<readonly Register[]>
  /** Undefined means today in Romania (P-11). */
  day: Signal<string | undefined>
  beginning: ReadonlySignal<boolean>
  /** Why the batch could not begin. */
  error: ReadonlySignal<unknown>
  /** Reads the first of these files. */
  readFiles(files: readonly File[]): Promise<void>
  /** Number of further files that were not read: only one list at a time. */
  skipped: ReadonlySignal<number>
  readText(text: string, fileName: string): Promise<void>
  /** Reads the same bytes again with another column of CUIs. */
  chooseColumn(column: number): Promise<void>
  toggle(register: Register): void
  /**
   * Begins the batch, once even if called twice; undefined when it could not begin. It cannot while another column is being
   * read. `isReplaced`: the draft was cleared meanwhile, or is another list.
   */
  begin(): Promise<{ batch: Batch; isReplaced: boolean } | undefined>
  clear(): void
}

export function createListDraft(host: HostClient): ListDraft {
  const phase = signal<DraftPhase>({ is: 'empty' })
  const registers = signal<readonly Register[]>(['vat'])
  const day = signal<string>()
  const beginning = signal(false)
  const error = signal<unknown>()
  const skipped = signal(0)
  let source: { fileName: string; data: () => Promise<string> } | undefined
  /** Identifies the last file brought: it replaces one that is still being read. */
  let round = 0

  const inspect = async (column?: number) => {
    if (!source) return
    const { fileName, data } = source
    round += 1
    const started = round
    error.value = undefined
    if (column === undefined) phase.value = { is: 'reading', fileName }
    else if (phase.value.is === 'read') phase.value = { ...phase.value, nextColumn: column }
    try {
      const params = { fileName: fileName.slice(-255), data: await data(), ...(column === undefined ? {} : { column }) }
      const inspection = await host.request('batches.inspect', params)
      if (started === round) phase.value = { is: 'read', inspection, nextColumn: undefined }
    } catch (problem) {
      if (started === round) phase.value = { is: 'unreadable', fileName, error: problem }
    }
  }

  const readFile = async (file: File) => {
    source = { fileName: file.name, data: () => contentOf(file) }
    if (file.size <= MOST_BYTES) return inspect()
    round += 1
    phase.value = { is: 'too-large', fileName: file.name }
  }

  return {
    phase,
    registers,
    day,
    beginning,
    error,
    skipped,
    async readFiles([file, ...others]) {
      skipped.value = others.length
      if (file) await readFile(file)
    },
    async readText(text, fileName) {
      skipped.value = 0
      await readFile(new File([text], fileName))
    },
    chooseColumn: column => inspect(column),
    toggle(register) {
      const chosen = registers.value
      registers.value = REGISTER_NAMES.filter(each =>
        each === register ? !chosen.includes(each) : chosen.includes(each),
      )
    },
    async begin() {
      if (phase.value.is !== 'read' || phase.value.nextColumn !== undefined) return undefined
      if (registers.value.length === 0 || beginning.value) return undefined
      const begun = source
      const { sha256, column } = phase.value.inspection
      beginning.value = true
      error.value = undefined
      try {
        const params = { sha256, column, registers: [...registers.value], ...(day.value ? { day: day.value } : {}) }
        const { batch } = await host.request('batches.begin', params)
        return { batch, isReplaced: source !== begun }
      } catch (problem) {
        error.value = problem
        return undefined
      } finally {
        beginning.value = false
      }
    },
    clear() {
      round += 1
      source = undefined
      phase.value = { is: 'empty' }
      error.value = undefined
    },
  }
}

/** Number of requests for the chosen registers, and their least duration in milliseconds. */
export function costOf({ requests }: ListInspection, chosen: readonly Register[]): { requests: number; time: number } {
  const total = requests
    .filter(({ register }) => chosen.includes(register))
    .reduce((sum, { requests }) => sum + requests, 0)
  return { requests: total, time: total * REQUEST_PERIOD }
}
