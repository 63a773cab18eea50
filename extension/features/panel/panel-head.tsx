import type { ComponentChild } from 'preact'
import { formatAgo } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Connection, EnvironmentBadge } from '../page/connection.tsx'
import type { Page } from '../page/page.ts'
import { isSyncing, syncAll, syncable } from '../sync/both.ts'
import { openSettings } from './open.ts'
import type { PanelView } from './view.ts'

/** Which company, which environment, connected or not, how fresh, and the sync. */
export function PanelHead({ page, view }: { page: Page; view: PanelView }) {
  const overview = page.overview.value
  return (
    <header class="panel-head">
      <div class="panel-line">
        <select
          class="input panel-company"
          aria-label={t('company')}
          value={view.list.query.value.cui ?? ''}
          onChange={event => void view.chooseCompany(event.currentTarget.value || undefined)}
        >
          <option value="">{t('all-companies')}</option>
          {overview?.companies.map(({ cui, name }) => (
            <option key={cui} value={cui}>
              {name ?? t('company-no-name', { cui })}
            </option>
          ))}
        </select>
        {overview && <EnvironmentBadge profile={overview.profile} />}
        <Button look="icon" label={t('settings')} onClick={openSettings}>
          <Icon name="gear" />
        </Button>
      </div>
      <div class="panel-line panel-state muted numeric">
        {overview ? (
          <Connection auth={overview.auth} now={page.now.value} />
        ) : (
          <span>{t(page.failure.value === undefined ? 'checking' : 'host-gone')}</span>
        )}
        <span class="panel-synced">{overview && freshness(overview.syncedAt, page.now.value)}</span>
        {syncable(page).length > 0 && (
          <Button look="icon" label={t('sync')} disabled={isSyncing(page)} onClick={() => void syncAll(page)}>
            <Icon name="sync" />
          </Button>
        )}
      </div>
    </header>
  )
}

/** When the last sync ended, in few letters: the button beside it says what it is about. */
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
