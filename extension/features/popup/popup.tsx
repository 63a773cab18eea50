import type { Overview } from '../../../shared/protocol/overview.ts'
import { openDesk, openGuide, openPanel, openSettings, ownWindow } from '../../browser/open-pages.ts'
import { openPanelAt } from '../../browser/panel-target.ts'
import { formatAgo } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { missingSteps, usedSteps } from '../certificate-round/plan.ts'
import { Connection, EnvironmentBadge } from '../connection/efactura.tsx'
import { PortalConnection } from '../connection/portal-session.tsx'
import { Reminder } from '../connection/reminder.tsx'
import { SignInButton } from '../connection/sign-in-button.tsx'
import { SignInOutcome } from '../connection/sign-in-outcome.tsx'
import { SpvConnection } from '../connection/spv-session.tsx'
import { CuiBox } from '../lookup/cui-box.tsx'
import { openInPanel } from '../lookup/open-in-panel.ts'
import { HostProblem } from '../page/host-problem.tsx'
import { type NextStep, nextStep } from '../page/next-step.ts'
import type { Page } from '../page/page.ts'
import { isBusy, latestSync, syncAll, syncable } from '../sync/sync-all.ts'
import { SyncOutcomes, SyncsRunning } from '../sync/sync-view.tsx'
import { CurrentTab, useTabLook } from './current-tab/current-tab.tsx'
import './popup.css'

/** The toolbar popup: connection, new items, sync, and the button for the panel. */
export function Popup({ page }: { page: Page }) {
  const overview = page.overview.value
  const known = overview?.secretsError ? undefined : overview
  const unknown = <ConnectionUnknown page={page} />
  const look = useTabLook()
  return (
    <main class="popup">
      <header class="popup-head">
        <h1>Recipisa</h1>
        {overview && <EnvironmentBadge profile={overview.profile} />}
        <Button look="icon" label={t('open-desk')} onClick={toDesk}>
          <Icon name="table" />
        </Button>
        <Button look="icon" label={t('settings')} onClick={openSettings}>
          <Icon name="gear" />
        </Button>
      </header>
      <section class="popup-part popup-row">
        <span>{t('efactura')}</span>
        {overview ? <Connection page={page} overview={overview} /> : unknown}
        <span>{t('spv')}</span>
        {known ? <SpvConnection page={page} /> : unknown}
        <span>{t('portal')}</span>
        {known ? <PortalConnection page={page} alone={usedSteps(known).includes('portal')} /> : unknown}
      </section>
      {overview && page.failure.value === undefined && <CurrentTab page={page} look={look} />}
      {page.failure.value === undefined ? (
        <Body page={page} overview={overview} isSecond={look.page !== undefined} />
      ) : (
        <section class="popup-part">
          <HostProblem page={page} />
        </section>
      )}
      <footer class="popup-part popup-foot">
        <CuiBox page={page} onPanel={cuis => closeAfter(openInPanel(cuis, ownWindow()))} onSearch={toSearch}>
          <Button onClick={toPanel}>{t('open-panel')}</Button>
        </CuiBox>
      </footer>
    </main>
  )
}

const closeAfter = (opened: Promise<unknown>) => void opened.then(() => window.close())
const toDesk = () => closeAfter(openDesk())
const toSearch = (search: string) => closeAfter(openPanelAt({ search }, ownWindow()))
const toPanel = () => closeAfter(openPanel())

function ConnectionUnknown({ page }: { page: Page }) {
  if (page.failure.value === undefined) return <Skeleton chars={24} />
  return <span class="muted">{t(page.overview.value ? 'none' : 'host-gone')}</span>
}

type BodyProps = {
  page: Page
  overview: Overview | undefined
  /** Whether the current tab's part is shown above, with the view's one primary action. */
  isSecond: boolean
}

function Body({ page, overview, isSecond }: BodyProps) {
  if (!overview) {
    return (
      <section class="popup-part">
        <p class="popup-new">
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
      {(overview.companies.length > 0 || overview.mailbox.syncedAt !== null) && (
        <>
          <p class="popup-new sentence numeric">{newItemsLabel(overview)}</p>
          <p class="muted numeric">{syncedLabel(overview, page.now.value)}</p>
        </>
      )}
      {overview.mailbox.offeredRights > 0 && (
        <Button look="link" onClick={toPanel}>
          {t('rights-offer-popup', { n: overview.mailbox.offeredRights })}
        </Button>
      )}
      <Reminder page={page} overview={overview} />
      <MainAction page={page} step={nextStep(overview, page.isCertificateChosen.value)} isSecond={isSecond} />
      <SyncOutcomes page={page} shortfalls="counted" />
      <SignInOutcome page={page} />
    </section>
  )
}

type ActionProps = Pick<BodyProps, 'page' | 'isSecond'> & { step: NextStep | undefined }

/** The sync button, the next step and the sign-in. The steps of e-Factura do not block users of SPV alone. */
function MainAction({ page, step, isSecond }: ActionProps) {
  if (isBusy(page)) return <SyncsRunning page={page} />
  const canSync = syncable(page).length > 0
  const overview = page.overview.value
  const missing = overview ? missingSteps(overview, page.isCertificateChosen.value, page.now.value) : []
  const isSignIn = step === 'sign-in' || step === 'choose-certificate'
  return (
    <>
      <SyncsRunning page={page} />
      {canSync && (
        <Button look={isSecond ? 'plain' : 'primary'} onClick={() => void syncAll(page)}>
          {t('sync')}
        </Button>
      )}
      <Step page={page} step={step} look={canSync || isSecond ? 'plain' : 'primary'} />
      {!isSignIn && missing.length > 0 && <SignInButton look={canSync || isSecond || step ? 'plain' : 'primary'} />}
    </>
  )
}

function Step({ page, step, look }: { page: Page; step: NextStep | undefined; look: 'plain' | 'primary' }) {
  switch (step) {
    case 'configure':
      return (
        <>
          <p>{t('first-configure-hint')}</p>
          <Button look={look} onClick={() => closeAfter(openGuide())}>
            {t('open-guide')}
          </Button>
        </>
      )
    case 'sign-in':
      return <SignInButton again={page.overview.value?.auth.state === 'expired'} look={look} />
    case 'choose-certificate':
      return <SignInButton look={look} />
    case 'add-company':
      return (
        <Button look={look} onClick={toPanel}>
          {t('add-companies')}
        </Button>
      )
    default:
      return null
  }
}

function newItemsLabel({ unread, refusedUnread, uploads, mailbox, declarations }: Overview): string {
  // A filing from here counts until its correction is valid; its message, which may be read by then, means the same.
  const refused = Math.max(refusedUnread, uploads.refused)
  const counts = [
    ['new-invoices', unread],
    ['refused-count', refused],
    ['new-mails', mailbox.unread],
    ['declarations-refused', declarations.refused],
    ['declarations-overdue', declarations.overdue],
  ] as const
  const parts = counts.filter(([, n]) => n > 0).map(([phrase, n]) => t(phrase, { n }))
  return parts.join(' · ') || t('nothing-new')
}

function syncedLabel(overview: Overview, now: number): string {
  const syncedAt = latestSync(overview)
  const synced = syncedAt === null ? t('sync-never') : t('sync-last', { when: formatAgo(locale.value, syncedAt, now) })
  return `${t('company-count', { n: overview.companies.length })} · ${synced}`
}
