import { formatAgo } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Connection, EnvironmentBadge } from '../page/connection.tsx'
import type { Page } from '../page/page.ts'
import { openSettings } from './open.ts'
import type { PanelView } from './panel.tsx'

/** Which company, which environment, connected or not, how fresh, and the sync. */
export function PanelHead({ page, view }: { page: Page; view: PanelView }) {
  const overview = page.overview.value
  const connected = overview?.auth.state === 'connected'
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
        {overview ? <Connection auth={overview.auth} now={page.now.value} /> : <span>{t('checking')}</span>}
        <span class="panel-synced">
          {overview &&
            (overview.syncedAt === null
              ? t('sync-never')
              : t('synced-at', { when: formatAgo(locale.value, overview.syncedAt, page.now.value) }))}
        </span>
        {connected && overview.companies.length > 0 && (
          <Button
            look="icon"
            label={t('sync')}
            disabled={page.sync.running.value}
            onClick={() => void page.sync.start()}
          >
            <Icon name="sync" />
          </Button>
        )}
      </div>
    </header>
  )
}
