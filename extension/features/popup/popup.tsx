import type { Overview } from '../../../shared/protocol/overview.ts'
import { formatAgo } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SpvConnection } from '../gateway-session/spv-row.tsx'
import { CuiBox } from '../lookup/cui-box.tsx'
import { openInPanel } from '../lookup/open-in-panel.ts'
import { Connection, EnvironmentBadge } from '../page/connection.tsx'
import { HostTrouble } from '../page/host-trouble.tsx'
import { nextStep } from '../page/next-step.ts'
import type { Page } from '../page/page.ts'
import { openPanel, openSettings, ownWindow } from '../panel/open.ts'
import { Reminder } from '../sign-in/reminder.tsx'
import { SignInButton } from '../sign-in/sign-in-button.tsx'
import { SignInTrouble } from '../sign-in/trouble.tsx'
import { SyncOutcome, SyncRunning } from '../sync/sync-view.tsx'
import './popup.css'

/** The toolbar popup: connection, what is new, sync, and the way to the panel. */
export function Popup({ page }: { page: Page }) {
  const overview = page.overview.value
  return (
    <main class="popup">
      <header class="popup-head">
        <h1>Recipisa</h1>
        {overview && <EnvironmentBadge profile={overview.profile} />}
        <Button look="icon" label={t('settings')} onClick={openSettings}>
          <Icon name="gear" />
        </Button>
      </header>
      <section class="popup-part popup-row">
        <span>{t('efactura')}</span>
        {overview ? <Connection auth={overview.auth} now={page.now.value} /> : <ConnectionUnknown page={page} />}
        <span>{t('spv')}</span>
        {overview ? <SpvConnection page={page} /> : <ConnectionUnknown page={page} />}
      </section>
      {page.failure.value === undefined ? (
        <Body page={page} overview={overview} />
      ) : (
        <section class="popup-part">
          <HostTrouble page={page} />
        </section>
      )}
      <footer class="popup-part popup-foot">
        <CuiBox page={page} onPanel={cuis => void openInPanel(cuis, ownWindow()).then(() => window.close())}>
          <Button onClick={() => void openPanel().then(() => window.close())}>{t('open-panel')}</Button>
        </CuiBox>
      </footer>
    </main>
  )
}

function ConnectionUnknown({ page }: { page: Page }) {
  return page.failure.value === undefined ? <Skeleton chars={24} /> : <span class="muted">{t('host-gone')}</span>
}

function Body({ page, overview }: { page: Page; overview: Overview | undefined }) {
  if (!overview) {
    return (
      <section class="popup-part">
        <p class="popup-news">
          <Skeleton chars={28} />
        </p>
        <p>
          <Skeleton chars={36} />
        </p>
        <Button look="primary" disabled>
          {t('sync')}
        </Button>
      </section>
    )
  }
  return (
    <section class="popup-part">
      {overview.companies.length > 0 && (
        <>
          <p class="popup-news numeric">{newsWords(overview)}</p>
          <p class="muted numeric">{syncedWords(overview, page.now.value)}</p>
        </>
      )}
      <Reminder page={page} auth={overview.auth} />
      <MainAction page={page} step={nextStep(overview)} />
      <SyncOutcome page={page} />
      <SignInTrouble page={page} />
    </section>
  )
}

function MainAction({ page, step }: { page: Page; step: ReturnType<typeof nextStep> }) {
  if (page.sync.running.value) return <SyncRunning page={page} />
  switch (step) {
    case 'configure':
      return (
        <>
          <p>{t('first-configure-hint')}</p>
          <Button look="primary" onClick={openSettings}>
            {t('open-settings')}
          </Button>
        </>
      )
    case 'sign-in':
      return <SignInButton again={page.overview.value?.auth.state === 'expired'} />
    case 'add-company':
      return (
        <Button look="primary" onClick={() => void openPanel().then(() => window.close())}>
          {t('add-companies')}
        </Button>
      )
    default:
      return (
        <Button look="primary" onClick={() => void page.sync.start()}>
          {t('sync')}
        </Button>
      )
  }
}

function newsWords({ unread, refusedUnread }: Overview): string {
  if (unread === 0) return t('nothing-new')
  const parts = [
    t('new-invoices', { n: unread }),
    ...(refusedUnread > 0 ? [t('refused-count', { n: refusedUnread })] : []),
  ]
  return parts.join(' · ')
}

function syncedWords({ companies, syncedAt }: Overview, now: number): string {
  const synced = syncedAt === null ? t('sync-never') : t('sync-last', { when: formatAgo(locale.value, syncedAt, now) })
  return `${t('company-count', { n: companies.length })} · ${synced}`
}
