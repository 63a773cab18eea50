import type { VatRecord } from './registers.ts'

/** The current VAT period, or else the latest one. Days are `yyyy-MM-dd`, so their text sorts by time. */
export function vatPeriod({ periods }: VatRecord['vat']): VatRecord['vat']['periods'][number] | undefined {
  const inOrder = periods.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))
  return inOrder.findLast(({ from, to }) => from !== null && to === null) ?? inOrder.at(-1)
}
