import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { Page } from '../page/page.ts'
import type { ChartPeriod } from './period.ts'

export type ChartData = ResultOf<'charts.get'>

export type Loaded = { data: Signal<ChartData | undefined>; error: Signal<unknown>; retry: () => void }

/** Asks the host when company or period change, and after a sync; drops answers to older questions. */
export function useCharts({ host, overview }: Page, cui: string | undefined, { months, until }: ChartPeriod): Loaded {
  const data = useSignal<ChartData>()
  const error = useSignal<unknown>(undefined)
  const tries = useSignal(0)
  const known = overview.value
  const isRunning = known?.job?.state === 'running'
  // A running sync changes the counts with every document; the charts follow at its end.
  const stock = isRunning ? undefined : JSON.stringify([known?.profile.environment, known?.syncedAt, known?.companies])
  useEffect(() => {
    if (!known || (stock === undefined && data.peek())) return
    let isLatest = true
    host
      .request('charts.get', { months, until, ...(cui === undefined ? {} : { cui }) })
      .then(found => {
        if (!isLatest) return
        data.value = found
        error.value = undefined
      })
      .catch(problem => {
        if (isLatest) error.value = problem
      })
    return () => {
      isLatest = false
    }
  }, [known === undefined, stock, cui, months, until, tries.value])
  return { data, error, retry: () => tries.value++ }
}
