import { useSignal } from '@preact/signals'
import type { Company } from '../../../shared/protocol/companies.ts'
import { formatAgo } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import type { Page } from '../page/page.ts'
import { AddCompany } from './add-company.tsx'
import { RenameCompany } from './rename-company.tsx'
import './companies.css'

const RIGHTS_TONE: Record<Company['rights'], Tone> = { granted: 'good', denied: 'bad', unknown: 'idle' }

/** The companies of the office with their rights; adds and removes companies. */
export function CompaniesView({ page }: { page: Page }) {
  const companies = page.overview.value?.companies ?? []
  return (
    <div class="companies">
      <AddCompany page={page} />
      <ul class="company-list" aria-label={t('tab-companies')}>
        {companies.map(company => (
          <CompanyRow key={company.cui} company={company} page={page} />
        ))}
      </ul>
    </div>
  )
}

function CompanyRow({ company, page }: { company: Company; page: Page }) {
  const asking = useSignal(false)
  const renaming = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const { cui, syncedAt } = company
  const name = company.name ?? t('company-no-name', { cui })

  const remove = async () => {
    error.value = undefined
    try {
      await page.host.request('companies.remove', { cui })
      await page.changed()
    } catch (problem) {
      error.value = problem
    }
  }
  const synced =
    syncedAt === null
      ? t(company.archived > 0 ? 'synced-partly' : 'synced-never')
      : t('synced-at', { when: formatAgo(locale.value, syncedAt, page.now.value) })

  return (
    <li class="company">
      <div class="company-words">
        <span class="company-name">{name}</span>
        <span class="muted numeric">
          {company.name && `${t('cui')} ${cui} · `}
          {t('archived-count', { n: company.archived })} · {synced}
        </span>
        <Status tone={RIGHTS_TONE[company.rights]}>{t(`rights-${company.rights}`)}</Status>
      </div>
      {!asking.value && !renaming.value && (
        <div class="choices">
          <Button
            look="link"
            label={t('rename-name', { name })}
            onClick={() => {
              renaming.value = true
            }}
          >
            {t('rename')}
          </Button>
          <Button
            label={t('remove-company-name', { name })}
            onClick={() => {
              asking.value = true
            }}
          >
            {t('remove-company')}
          </Button>
        </div>
      )}
      {renaming.value && (
        <RenameCompany
          company={company}
          page={page}
          onDone={() => {
            renaming.value = false
          }}
        />
      )}
      {asking.value && (
        <Confirm
          label={t('remove-company')}
          question={t('remove-confirm', { name })}
          yes={t('remove-yes')}
          onYes={() => void remove()}
          onNo={() => {
            asking.value = false
          }}
        />
      )}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </li>
  )
}
