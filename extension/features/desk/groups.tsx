import { isOfAnyone } from '../../../shared/domain/cui.ts'
import type { InvoiceGroup } from '../../../shared/protocol/invoices/query.ts'
import { formatWhole } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { DeskView, Grouping } from './address.ts'
import { type DeskState, summaryKey } from './desk-state.ts'
import { Sums } from './totals.tsx'

/** Invoices by company, month or partner, with sums; a click shows a group's invoices. */
export function Groups({ desk, by }: { desk: DeskState; by: Grouping }) {
  const summary = desk.summary.value
  const view = desk.view.value
  // Groups of the view before keep their own kind; those of another company must not stand under the chosen name.
  const shown = summary?.of.group && summary.of.cui === view.cui ? summary : undefined
  const kind = shown?.of.group ?? by
  return (
    <div class="groups">
      <table aria-label={t(`group-${kind}`)} aria-busy={!shown || summaryKey(shown.of) !== summaryKey(view)}>
        <thead>
          <tr>
            <th scope="col">{t(`group-${kind}`)}</th>
            <th scope="col" class="cell-number">
              {t('group-count')}
            </th>
            <th scope="col" class="cell-number">
              {t('totals')}
            </th>
          </tr>
        </thead>
        <tbody>
          {!shown && (
            <tr>
              <td colSpan={3}>
                <Skeleton chars={32} />
              </td>
            </tr>
          )}
          {shown?.groups.map(group => (
            <tr key={group.key}>
              <th scope="row">
                {group.key === '' ? (
                  t('group-unknown')
                ) : (
                  <Button look="link" onClick={() => desk.go(within(desk, kind, group), true)}>
                    {nameOf(kind, group)}
                  </Button>
                )}
              </th>
              <td class="cell-number numeric">{formatWhole(locale.value, group.count)}</td>
              <td class="cell-number numeric">
                <Sums totals={group.totals} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function nameOf(by: Grouping, { key, name }: InvoiceGroup): string {
  if (by === 'partner' && isOfAnyone(key)) return t('partner-anyone')
  if (by !== 'month') return name ? `${name} · ${key}` : key
  const [year, month] = key.split('-').map(Number)
  const words = new Intl.DateTimeFormat(locale.value, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return words.format(Date.UTC(year ?? 0, (month ?? 1) - 1))
}

/** The view that shows a group's rows. */
function within({ view }: DeskState, by: Grouping, { key }: InvoiceGroup): Partial<DeskView> {
  const { filters, search } = view.peek()
  switch (by) {
    case 'company':
      return { group: undefined, cui: key }
    case 'month':
      return { group: undefined, filters: { ...filters, issued: key } }
    case 'partner':
      return { group: undefined, search: `${search} ${key}`.trim() }
  }
}
