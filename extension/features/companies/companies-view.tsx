import { useComputed, useSignal } from '@preact/signals'
import { useCallback } from 'preact/hooks'
import type { Company } from '../../../shared/protocol/companies.ts'
import { formatAgo } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import type { Page } from '../page/page.ts'
import { SearchField } from '../rows/search-field.tsx'
import { AddCompany } from './add-company.tsx'
import { CompanyMenu } from './company-menu.tsx'
import { COMPANY_CHOICES, type CompanyChoice, nameOf, orderedCompanies } from './company-order.ts'
import { CompanyProblems } from './company-problems.tsx'
import '../rows/rows.css'
import './companies.css'

type Props = {
  page: Page
  /** Shows a company's documents. */
  onChoose: (cui: string) => void
}

/** The companies of the office, those with problems first; a click chooses one, its menu has the rest. */
export function CompaniesView({ page, onChoose }: Props) {
  const show = useSignal<CompanyChoice>('all')
  const search = useSignal('')
  const onSearch = useCallback((text: string) => {
    search.value = text
  }, [])
  const shown = useComputed(() =>
    orderedCompanies(page.overview.value?.companies ?? [], { show: show.value, search: search.value }),
  )
  const companies = page.overview.value?.companies ?? []
  return (
    <div class="companies">
      <AddCompany page={page} look={companies.length === 0 ? 'primary' : 'plain'} />
      {companies.length > 1 && (
        <>
          <div class="list-top">
            <SearchField label={t('search-companies')} search={search.value} onSearch={onSearch} />
          </div>
          <fieldset class="filters">
            <legend class="visually-hidden">{t('filters')}</legend>
            {COMPANY_CHOICES.map(({ id, label }) => (
              <FilterChip
                key={id}
                label={t(label)}
                count={orderedCompanies(companies, { show: id, search: search.value }).length}
                pressed={show.value === id}
                onClick={() => {
                  show.value = id
                }}
              />
            ))}
          </fieldset>
        </>
      )}
      {companies.length > 0 && shown.value.length === 0 ? (
        <EmptyState title={t('desk-none')} hint={t('desk-none-hint')} />
      ) : (
        <ul class="company-list" aria-label={t('tab-companies')}>
          {shown.value.map(company => (
            <CompanyRow key={company.cui} company={company} page={page} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </div>
  )
}

function CompanyRow({ company, page, onChoose }: Props & { company: Company }) {
  const { cui, syncedAt, archived } = company
  const synced =
    syncedAt === null
      ? t(archived > 0 ? 'synced-partly' : 'synced-never')
      : t('synced-at', { when: formatAgo(locale.value, syncedAt, page.now.value, 'short') })
  return (
    <li class="company">
      <button type="button" class="company-words" onClick={() => onChoose(cui)}>
        <span class="company-name">{nameOf(company)}</span>
        <span class="company-state numeric">
          <CompanyProblems company={company} />
          <span class="muted">
            {company.name && `${cui} · `}
            {t('archived-count', { n: archived })} · {synced}
          </span>
        </span>
      </button>
      <CompanyMenu company={company} page={page} />
    </li>
  )
}
