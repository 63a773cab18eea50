import type { ComponentChild } from 'preact'
import { openDesk, openSettings } from '../../browser/open-pages.ts'
import { formatAgo } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { ownerName } from '../../locales/owner-name.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Connection, EnvironmentBadge } from '../connection/efactura.tsx'
import type { Page } from '../page/page.ts'
import { isBusy, latestSync, syncAll, syncable } from '../sync/sync-all.ts'
import { switcherOf } from './switcher.ts'
import type { PanelView } from './view.ts'

/** The head of the panel: company, environment, connection, last sync and the sync button. */
export function PanelHead({ page, view }: { page: Page; view: PanelView }) {
  const overview = page.overview.value
  const chosen = view.list.query.value.cui
  const { companies, others } = overview
    ? switcherOf(overview, view.mailbox.rights.value)
    : { companies: [], others: [] }
  return (
    <header class="panel-head">
      <h1 class="visually-hidden">Recipisa</h1>
      <div class="panel-line">
        <select
          class={`input panel-company${chosen === undefined ? '' : ' is-chosen'}`}
          aria-label={t('company')}
          value={chosen ?? ''}
          onChange={event => void view.chooseCompany(event.currentTarget.value || undefined)}
        >
          <option value="">{t('all-companies')}</option>
          {companies.map(company => (
            <Choice key={company.cui} company={company} />
          ))}
          {others.length > 0 && (
            <optgroup label={t('mail-companies')}>
              {others.map(company => (
                <Choice key={company.cui} company={company} />
              ))}
            </optgroup>
          )}
        </select>
        {chosen !== undefined && (
          <Button look="icon" label={t('company-all')} onClick={() => void view.chooseCompany(undefined)}>
            <Icon name="close" />
          </Button>
        )}
        {overview && <EnvironmentBadge profile={overview.profile} />}
        <Button look="icon" label={t('open-desk')} onClick={() => void openDesk()}>
          <Icon name="table" />
        </Button>
        <Button look="icon" label={t('settings')} onClick={openSettings}>
          <Icon name="gear" />
        </Button>
      </div>
      <div class="panel-line panel-state muted numeric">
        {overview ? (
          <Connection page={page} overview={overview} />
        ) : (
          <span>{t(page.failure.value === undefined ? 'checking' : 'host-gone')}</span>
        )}
        <span class="panel-synced">{overview && freshness(latestSync(overview), page.now.value)}</span>
        {syncable(page).length > 0 && (
          <Button look="icon" label={t('sync')} disabled={isBusy(page)} onClick={() => void syncAll(page)}>
            <Icon name="sync" />
          </Button>
        )}
      </div>
    </header>
  )
}

function Choice({ company: { cui, name } }: { company: { cui: string; name: string | null } }) {
  return <option value={cui}>{ownerName({ cui, companyName: name })}</option>
}

/** When the last sync ended, in short; the button beside it explains it. */
function freshness(syncedAt: number | null, now: number): ComponentChild {
  if (syncedAt === null) return t('sync-never')
  const long = t('sync-last', { when: formatAgo(locale.value, syncedAt, now) })
  return (
    <>
      <span class="visually-hidden">{long}</span>
      <span aria-hidden="true" title={long}>
        {formatAgo(locale.value, syncedAt, now, 'short')}
      </span>
    </>
  )
}
