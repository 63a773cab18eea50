import type { Batch, BatchRow, RowProblem } from '../../../../shared/protocol/registers/batches.ts'
import { formatSpan } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import type { Key } from '../../../locales/translate.ts'
import type { Tone } from '../../../ui/status.tsx'
import type { Brief } from '../company-brief.ts'
import { rowBrief } from '../panel/row-summary.ts'

/** Label and colour of a batch's state. */
export const BATCH_WORDS: Record<Batch['state'], { word: Key; tone: Tone }> = {
  running: { word: 'batch-running', tone: 'new' },
  interrupted: { word: 'batch-interrupted', tone: 'wait' },
  paused: { word: 'batch-paused', tone: 'wait' },
  done: { word: 'batch-done', tone: 'good' },
  failed: { word: 'batch-failed', tone: 'bad' },
  cancelled: { word: 'batch-cancelled', tone: 'idle' },
}

/** Label of the problem of a row that is not looked up. */
export const PROBLEM_WORDS: Record<RowProblem, Key> = {
  empty: 'batch-problem-empty',
  'no-number': 'batch-problem-no-number',
  'personal-number': 'batch-problem-personal-number',
  'too-short': 'batch-problem-too-short',
  'too-long': 'batch-problem-too-long',
}

/** Requests done, and the least time left (P-10). */
export function progressLabel({ requestsDone: done, requestsTotal: n, timeLeft }: Batch): string {
  const words = t('batch-progress', { done, n })
  return timeLeft === null ? words : `${words} · ${t('batch-left', { time: formatSpan(locale.value, timeLeft) })}`
}

/** A row's name and its most important state; `isAsking` while its batch is running. */
export function rowSummary({ problem, lookup }: BatchRow, isAsking: boolean): Brief {
  if (problem) return { name: '', state: { tone: 'wait', text: t(PROBLEM_WORDS[problem]) } }
  if (!lookup) return { name: '', state: { tone: 'idle', text: t('lookup-pending-word') } }
  return rowBrief(lookup, isAsking)
}
