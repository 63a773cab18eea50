import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { PORTAL_INACTIVITY, type PortalPage } from '../../../../shared/pages/portal-pages.ts'
import type { Declaration } from '../../../../shared/protocol/declarations.ts'
import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { Status } from '../../../ui/status.tsx'
import { isPortalOpen } from '../../connection/portal-session.tsx'
import { timeLeft } from '../../connection/time-left.ts'
import { declarationLabel, declarationName } from '../../declarations/labels.ts'
import { takeOverSession } from '../../gateway-session/take-over.ts'
import type { Page } from '../../page/page.ts'
import { useCall } from '../../page/use-call.ts'
import type { TabPage } from './tab-page.ts'
import { isOfToday } from './today.ts'

/** How many of the latest declarations to search for today's. */
const LATEST = 500
/** Most of today's declarations to show one by one. */
const SHOWN = 5

type Shown = Extract<TabPage, { kind: 'portal' }>

/** On the portal: the declaration just submitted there and whether it is tracked, the tab's session, today's declarations. */
export function PortalPart({ page, shown }: { page: Page; shown: Shown }) {
  const latest = useSignal<readonly Declaration[] | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const stock = JSON.stringify(page.overview.value?.declarations)
  useEffect(() => {
    page.host.request('declarations.list', { limit: LATEST }).then(
      ({ items }) => {
        latest.value = items
      },
      (problem: unknown) => {
        error.value = problem
      },
    )
  }, [page.host, stock, latest, error])
  const today = latest.value?.filter(declaration => isOfToday(declaration, page.now.value))
  return (
    <>
      <OfPage page={page} content={shown.content} latest={latest.value} />
      <TabSession page={page} shown={shown} />
      {today && (
        <p class="muted">
          {today.length === 0 ? t('submitted-today-none') : t('submitted-today', { n: today.length })}
        </p>
      )}
      {today && today.length > 0 && (
        <ul class="tab-declarations">
          {today.slice(0, SHOWN).map(declaration => (
            <li key={declaration.id}>
              <span>{declarationName(declaration)}</span>
              <StateWord declaration={declaration} />
            </li>
          ))}
        </ul>
      )}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </>
  )
}

type OfPageProps = { page: Page; content: PortalPage; latest: readonly Declaration[] | undefined }

/** The content of the page; its own words are drawn as text only. */
function OfPage({ page, content, latest }: OfPageProps) {
  switch (content.kind) {
    case 'filed':
      return <Filed page={page} filed={content} latest={latest} />
    case 'rejected':
      return <Notice tone="bad">{t('portal-page-rejected', { reason: content.reason })}</Notice>
    case 'logon':
      return <p>{t('portal-page-logon')}</p>
    case 'wall':
      return <p>{t('portal-page-wall')}</p>
    case 'unknown':
      return <p class="muted">{t('portal-page-unknown')}</p>
    case 'upload-form':
      return null
  }
}

type FiledProps = Pick<OfPageProps, 'page' | 'latest'> & { filed: Extract<PortalPage, { kind: 'filed' }> }

/** The declaration of a success page. It is tracked automatically; the button is for when that failed (D-04). */
function Filed({ page, latest, filed: { uploadIndex, fileName } }: FiledProps) {
  const { isBusy, error, run } = useCall()
  const followed = latest?.find(({ filingNumber, isCounter }) => filingNumber === uploadIndex && !isCounter)
  const follow = () =>
    run(async () => {
      await page.host.request('declarations.captured', { uploadIndex, fileName: fileName.slice(-255) })
      await page.changed()
    })
  return (
    <>
      <p class="tab-filed">{t('portal-page-submitted', { name: fileName, index: uploadIndex })}</p>
      {followed && (
        <p class="tab-followed" role="status">
          <span>{t('portal-page-tracked')}</span> <StateWord declaration={followed} />
        </p>
      )}
      {latest && !followed && (
        <Button look="primary" disabled={isBusy} onClick={() => void follow()}>
          {t('portal-page-track')}
        </Button>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}

/** The session of this tab, and a button that hands it over; it is never taken without a click. */
function TabSession({ page, shown }: { page: Page; shown: Shown }) {
  const { isBusy, error, run } = useCall()
  const { content, loadedAt } = shown
  if (content.kind === 'logon' || content.kind === 'wall' || content.kind === 'unknown') return null
  const left = loadedAt + PORTAL_INACTIVITY - page.now.value
  const takeOver = async () => {
    await run(() => takeOverSession(page.host, shown))
    await page.changed()
  }
  return (
    <>
      <p class="muted numeric">{left > 0 ? t('portal-tab-left', { left: timeLeft(left) }) : t('portal-tab-over')}</p>
      {left > 0 && !isPortalOpen(page) && (
        <>
          <Button disabled={isBusy} onClick={() => void takeOver()}>
            {t('portal-take-over')}
          </Button>
          <p class="muted">{t('portal-take-over-hint')}</p>
        </>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}

function StateWord({ declaration }: { declaration: Declaration }) {
  const { tone, word } = declarationLabel(declaration)
  return <Status tone={tone}>{t(word)}</Status>
}
