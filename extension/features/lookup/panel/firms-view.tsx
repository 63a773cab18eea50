import { t } from '../../../locales/locale.ts'
import { ViewSwitch } from '../../../ui/view-switch.tsx'
import { CompaniesView } from '../../companies/companies-view.tsx'
import type { Page } from '../../page/page.ts'
import { LookupView } from './lookup-view.tsx'
import type { Lookups } from './lookups.ts'
import './lookup.css'

/** Companies in two quiet views: those of the office, and any other one in the public registers. */
export function FirmsView({ page, lookups }: { page: Page; lookups: Lookups }) {
  const { inFront } = lookups
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
      {inFront.value ? <LookupView page={page} lookups={lookups} /> : <CompaniesView page={page} />}
    </>
  )
}
