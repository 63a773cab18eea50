import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { Page } from '../page/page.ts'
import type { ChartPeriod } from './period.ts'

export type ChartData = ResultOf<'charts.get'>

export type Loaded = {
  /** The latest figures of the chosen company; their period may be the one chosen before. */
  data: ChartData | undefined
  /** Whether the figures of the chosen company and period are still awaited. */
  isBusy: boolean
  /** Why they did not come. */
  error: unknown
  retry: () => void
}

/** Asks the host when company or period change, and after a sync; drops answers to older questions. */
export function useCharts({ host, overview }: Page, cui: string | undefined, { months, until }: ChartPeriod): Loaded {
  const answer = useSignal<{ question: string; cui: string | undefined; data: ChartData }>()
  const failure = useSignal<{ question: string; error: unknown }>()
  const tries = useSignal(0)
  const question = JSON.stringify([cui, months, until, tries.value])
  const known = overview.value
  const isRunning = known?.job?.state === 'running'
  // A running sync changes the counts with every document; the charts follow at its end.
  const stock = isRunning ? undefined : JSON.stringify([known?.profile.environment, known?.syncedAt, known?.companies])
  useEffect(() => {
    if (!known || (stock === undefined && answer.peek()?.question === question)) return
    let isLatest = true
    host
      .request('charts.get', { months, until, ...(cui === undefined ? {} : { cui }) })
      .then(data => {
        if (!isLatest) return
        answer.value = { question, cui, data }
        failure.value = undefined
      })
      .catch(error => {
        if (isLatest) failure.value = { question, error }
      })
    return () => {
      isLatest = false
    }
  }, [known === undefined, stock, question])
  // The figures of one company must not stand under the name of another.
  const own = answer.value?.cui === cui ? answer.value : undefined
  const error = failure.value?.question === question ? failure.value.error : undefined
  return {
    data: own?.data,
    isBusy: own?.question !== question && error === undefined,
    error,
    retry: () => tries.value++,
  }
}
