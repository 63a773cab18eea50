import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { InvoicesSummary } from '../../../shared/protocol/invoices/query.ts'
import type { Page } from '../page/page.ts'
import type { InvoiceList } from './list-model.ts'
import { conditionsOf } from './query.ts'

/** The number of documents that each filter would leave; undefined before the first answer. */
export function useChoices(page: Page, list: InvoiceList): ReadonlySignal<InvoicesSummary['choices'] | undefined> {
  const choices = useSignal<InvoicesSummary['choices'] | undefined>(undefined)
  const overview = page.overview.value
  const asked = JSON.stringify(conditionsOf(list.query.value))
  useEffect(() => {
    if (!overview) return
    let isLate = false
    page.host.request('invoices.summary', JSON.parse(asked)).then(
      found => {
        if (!isLate) choices.value = found.choices
      },
      // The list shows the host's failure.
      error => console.warn('recipisa:', error),
    )
    return () => {
      isLate = true
    }
  }, [page, overview, asked, choices])
  return choices
}
