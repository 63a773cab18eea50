import { t } from '../../locales/locale.ts'
import { ViewSwitch } from '../../ui/view-switch.tsx'
import { CompaniesView } from '../companies/companies-view.tsx'
import { LookupView } from '../lookup/panel/lookup-view.tsx'
import type { TabProps } from './panel-tabs.tsx'
import '../lookup/panel/lookup.css'

/** Two views: the companies of the office, and any company in the public registers. */
export function CompaniesTab({ page, view }: TabProps) {
  const { lookups } = view
  const { inFront } = lookups
  const choose = (cui: string) => {
    view.tab.value = 'invoices'
    void view.chooseCompany(cui)
  }
  return (
    <>
      <div class="firms-switch">
        <ViewSwitch
          label={t('lookup-views')}
          views={[
            { id: 'own', words: t('lookup-own') },
            { id: 'lookup', words: t('lookup-view') },
          ]}
          selected={inFront.value ? 'lookup' : 'own'}
          onSelect={id => {
            inFront.value = id === 'lookup'
          }}
        />
      </div>
      {inFront.value ? <LookupView page={page} lookups={lookups} /> : <CompaniesView page={page} onChoose={choose} />}
    </>
  )
}
