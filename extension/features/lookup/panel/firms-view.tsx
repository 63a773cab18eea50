import { t } from '../../../locales/locale.ts'
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
      <fieldset class="filters firms-switch">
        <legend class="visually-hidden">{t('lookup-views')}</legend>
        {[false, true].map(isLookup => (
          <button
            key={String(isLookup)}
            type="button"
            class="filter"
            aria-pressed={inFront.value === isLookup}
            onClick={() => {
              inFront.value = isLookup
            }}
          >
            {t(isLookup ? 'lookup-view' : 'lookup-own')}
          </button>
        ))}
      </fieldset>
      {inFront.value ? <LookupView page={page} lookups={lookups} /> : <CompaniesView page={page} />}
    </>
  )
}
