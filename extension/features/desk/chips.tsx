import { t } from '../../locales/locale.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { GROUPINGS, type Grouping } from './address.ts'
import type { DeskState } from './desk-state.ts'

/** One of the table's choices, each with its count, and the grouping. */
export function Chips({ desk }: { desk: DeskState }) {
  const { filters, table, group, cui } = desk.view.value
  const { spec } = desk.tables[table]
  const known = desk.choices.value
  // The counts of one company must not stand under the name of another.
  const counts = known && known.of.table === table && known.of.cui === cui ? known.counts : undefined
  const shown = filters.show ?? spec.usualChoice
  const choose = (id: string) => {
    const { show: _before, ...others } = filters
    desk.go({ filters: id === spec.usualChoice ? others : { ...others, show: id }, open: undefined })
  }
  return (
    <fieldset class="desk-chips">
      <legend class="visually-hidden">{t('filters')}</legend>
      {spec.choices.map(({ id, label }) => {
        const count = counts?.[id]
        return <FilterChip key={id} label={t(label)} count={count} pressed={shown === id} onClick={() => choose(id)} />
      })}
      {table === 'invoices' && (
        <select
          class="input desk-group"
          aria-label={t('group-by')}
          value={group ?? ''}
          onChange={event => {
            const wanted = event.currentTarget.value
            desk.go({ group: GROUPINGS.find((one): one is Grouping => one === wanted), open: undefined }, true)
          }}
        >
          <option value="">{t('group-none')}</option>
          {GROUPINGS.map(one => (
            <option key={one} value={one}>
              {t(`group-${one}`)}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  )
}
