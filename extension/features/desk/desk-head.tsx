import { useCallback } from 'preact/hooks'
import { openSettings } from '../../browser/open-pages.ts'
import { formatWhole } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { ownerName } from '../../locales/owner-name.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { EnvironmentBadge } from '../connection/efactura.tsx'
import type { Page } from '../page/page.ts'
import { SearchField } from '../rows/search-field.tsx'
import { isSyncing, syncAll, syncable } from '../sync/sync-all.ts'
import { DESK_TABLES, firstView } from './address.ts'
import type { DeskState } from './desk-state.ts'

/** Company, search and tables. During a search, each table shows the number of its matching rows. */
export function DeskHead({ page, desk, onHelp }: { page: Page; desk: DeskState; onHelp: () => void }) {
  const overview = page.overview.value
  const { table, charts, cui, search } = desk.view.value
  const matches = desk.matches.value
  const onSearch = useCallback(
    (found: string) => {
      if (!desk.view.peek().charts) desk.go({ search: found, open: undefined })
      // The charts have no search: it searches the invoices.
      else if (found !== '') desk.go({ ...firstView('invoices'), cui: desk.view.peek().cui, search: found }, true)
    },
    [desk],
  )
  const countOf = (id: (typeof DESK_TABLES)[number]) => {
    const count = matches?.[id]
    return count === undefined ? '' : ` ${formatWhole(locale.value, count)}`
  }
  return (
    <header class="desk-head">
      <div class="desk-line">
        <h1>Recipisa</h1>
        <select
          class="input desk-company"
          aria-label={t('company')}
          value={cui ?? ''}
          onChange={event => desk.go({ cui: event.currentTarget.value || undefined, open: undefined }, true)}
        >
          <option value="">{t('all-companies')}</option>
          {overview?.companies.map(company => (
            <option key={company.cui} value={company.cui}>
              {ownerName({ cui: company.cui, companyName: company.name })}
            </option>
          ))}
        </select>
        <div class="desk-search" title={t('desk-search-hint')}>
          <SearchField label={t('desk-search')} search={search} onSearch={onSearch} />
        </div>
        {overview && <EnvironmentBadge profile={overview.profile} />}
        {syncable(page).length > 0 && (
          <Button look="icon" label={t('sync')} disabled={isSyncing(page)} onClick={() => void syncAll(page)}>
            <Icon name="sync" />
          </Button>
        )}
        <Button look="icon" label={t('keys')} onClick={onHelp}>
          ?
        </Button>
        <Button look="icon" label={t('settings')} onClick={openSettings}>
          <Icon name="gear" />
        </Button>
      </div>
      <Tabs
        label={t('desk-tables')}
        panel="desk-table"
        tabs={[
          ...DESK_TABLES.map(id => ({ id, label: `${t(`desk-${id}`)}${countOf(id)}` })),
          { id: 'charts' as const, label: t('desk-charts') },
        ]}
        selected={charts ? 'charts' : table}
        onSelect={id => (id === 'charts' ? desk.showCharts() : desk.showTable(id))}
      />
    </header>
  )
}
