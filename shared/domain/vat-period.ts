import type { VatRecord } from './registers.ts'

/**
 * The VAT period on the day that the answer is about, or else the latest that had begun by then: the register names all
 * periods, whatever the day. Without a day the latest counts. Days are `yyyy-MM-dd`, so their text sorts by time.
 */
export function vatPeriod({
  asOf,
  vat: { periods },
}: Pick<VatRecord, 'asOf' | 'vat'>): VatRecord['vat']['periods'][number] | undefined {
  const begun = periods
    .filter(({ from }) => asOf === null || (from ?? '') <= asOf)
    .toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))
  const isOpen = (to: string | null) => to === null || (asOf !== null && to >= asOf)
  return begun.findLast(({ from, to }) => from !== null && isOpen(to)) ?? begun.at(-1)
}
