import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { normalizeCode } from '../../../shared/domain/cui.ts'
import { type Declaration, type DeclarationInspection, MAX_BATCH } from '../../../shared/protocol/declarations.ts'
import type { HostClient } from '../../host/client.ts'
import { failureBody } from '../../host/failure.ts'
import { contentOf } from '../../host/file-content.ts'
import type { DeclarationList } from './declaration-list.ts'

/** Largest file that the host reads, in bytes. */
const MOST_READ = 35_000_000

/** Refusals because of a submission that the card does not show yet. */
const NEWER: ReadonlySet<unknown> = new Set(['already-declared', 'filing-under-way'])

type Phase =
  | { is: 'reading' }
  | { is: 'too-large' }
  | { is: 'unreadable'; error: unknown }
  | { is: 'ready'; inspection: DeclarationInspection }
  | { is: 'sent'; inspection: DeclarationInspection; id: number }

/** A chosen PDF before it is submitted. */
export type DeclarationDraft = {
  key: number
  file: File
  fileName: string
  size: number
  phase: Signal<Phase>
  /** CUI as typed, when the PDF does not contain it. */
  cui: Signal<string>
  /** The user wants to submit the same content again. */
  again: Signal<boolean>
}

/** The content of one confirmation: the bytes, by their hash. */
export type Confirmed = { draft: DeclarationDraft; sha256: string; cui: string; again: number | false }

export type Submission = {
  /** Whether the view of the files is in front. */
  open: Signal<boolean>
  drafts: ReadonlySignal<readonly DeclarationDraft[]>
  /** The content of the next confirmation: each content once, at most `MAX_BATCH` (D-10). */
  ready: ReadonlySignal<readonly Confirmed[]>
  /** The earlier draft with the same bytes, which is submitted for both. */
  twinOf(draft: DeclarationDraft): DeclarationDraft | undefined
  /** The number of drafts ready for later confirmations. */
  rest: ReadonlySignal<number>
  busy: ReadonlySignal<boolean>
  error: ReadonlySignal<unknown>
  take(files: readonly File[]): Promise<void>
  /** Does nothing while a submission runs: a draft that is taken away would be submitted all the same. */
  remove(draft: DeclarationDraft): void
  /** Submits the confirmed drafts, all or none. */
  send(confirmed: readonly Confirmed[]): Promise<void>
  finish(): void
}

/** `changed` is called when the host refuses: the reason may be new to the page (the session has ended). */
export function createSubmission(host: HostClient, list: DeclarationList, changed: () => Promise<void>): Submission {
  const open = signal(false)
  const drafts = signal<readonly DeclarationDraft[]>([])
  const busy = signal(false)
  const error = signal<unknown>()
  let keys = 0

  const all = computed(() => {
    const hashes = new Set<string>()
    return drafts.value.flatMap(draft => {
      const confirmed = confirmable(draft)
      if (!confirmed || hashes.has(confirmed.sha256)) return []
      hashes.add(confirmed.sha256)
      return [confirmed]
    })
  })

  const inspect = async (draft: DeclarationDraft) => {
    const { file } = draft
    if (file.size > MOST_READ) {
      draft.phase.value = { is: 'too-large' }
      return
    }
    try {
      const data = await contentOf(file)
      const fileName = file.name.slice(-255)
      draft.phase.value = {
        is: 'ready',
        inspection: await host.request('declarations.inspect', { fileName, data }),
      }
    } catch (problem) {
      draft.phase.value = { is: 'unreadable', error: problem }
    }
  }

  /** Shows the earlier submissions of now; the tick covered those that were shown before. */
  const lookAgain = async (draft: DeclarationDraft) => {
    const { value: before } = draft.phase
    if (before.is !== 'ready') return
    await inspect(draft)
    const { value: now } = draft.phase
    if (now.is === 'ready' && earlierOf(now.inspection)?.id !== earlierOf(before.inspection)?.id)
      draft.again.value = false
  }

  return {
    open,
    drafts,
    ready: computed(() => all.value.slice(0, MAX_BATCH)),
    twinOf(draft) {
      const sha256 = hashOf(draft)
      const first = drafts.value.find(other => hashOf(other) === sha256)
      return sha256 === undefined || first === draft ? undefined : first
    },
    rest: computed(() => Math.max(0, all.value.length - MAX_BATCH)),
    busy,
    error,
    async take(files) {
      const taken = files.map(file => ({
        key: ++keys,
        file,
        fileName: file.name,
        size: file.size,
        phase: signal<Phase>({ is: 'reading' }),
        cui: signal(''),
        again: signal(false),
      }))
      drafts.value = [...drafts.value, ...taken]
      open.value = true
      for (const draft of taken) await inspect(draft)
    },
    remove(draft) {
      if (!busy.value) drafts.value = drafts.value.filter(each => each !== draft)
    },
    async send(confirmed) {
      if (busy.value) return
      busy.value = true
      error.value = undefined
      try {
        const files = confirmed.map(({ sha256, cui, again }) => ({ sha256, cui, again }))
        const { declarations } = await host.request('declarations.submit', { files })
        // Drafts with the same bytes too: they are submitted with it.
        for (const draft of drafts.value) settle(draft, declarations)
        list.take(declarations)
      } catch (problem) {
        error.value = problem
        if (NEWER.has(failureBody(problem).details.reason)) for (const draft of drafts.value) await lookAgain(draft)
        await changed()
      } finally {
        busy.value = false
      }
    },
    finish() {
      drafts.value = drafts.value.filter(({ phase }) => phase.value.is !== 'sent')
      error.value = undefined
      open.value = false
    },
  }
}

const hashOf = ({ phase: { value } }: DeclarationDraft): string | undefined =>
  value.is === 'ready' ? value.inspection.sha256 : undefined

/** Earlier submissions of the same bytes that may have arrived. */
export function earlierOf({ earlier }: DeclarationInspection): Declaration | undefined {
  return earlier.find(({ state }) => state !== 'rejected' && state !== 'not-sent')
}

/** The submission that a draft would make now; undefined while something is missing. */
function confirmable(draft: DeclarationDraft): Confirmed | undefined {
  const phase = draft.phase.value
  if (phase.is !== 'ready' || phase.inspection.problems.length > 0) return undefined
  const cui = phase.inspection.cui ?? normalizeCode(draft.cui.value)
  const earlier = earlierOf(phase.inspection)
  if (!cui || (earlier && !draft.again.value)) return undefined
  // Each draft is ticked on its own for submitting again; the tick does not count for the others.
  return { draft, sha256: phase.inspection.sha256, cui, again: earlier?.id ?? false }
}

function settle({ phase }: DeclarationDraft, declarations: readonly Declaration[]): void {
  const { value } = phase
  if (value.is !== 'ready') return
  const filed = declarations.find(({ sha256 }) => sha256 === value.inspection.sha256)
  if (filed) phase.value = { is: 'sent', inspection: value.inspection, id: filed.id }
}
