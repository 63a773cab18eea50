import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { t } from '../../../locales/locale.ts'
import { ErrorNotice } from '../../../ui/notice.tsx'
import type { Page } from '../../page/page.ts'
import { UntrackedCaptures } from '../../portal-capture/untracked-captures.tsx'
import { TableReceipts } from '../../receipts/table-receipts.tsx'
import { MailboxPart } from './mailbox-part.tsx'
import { PortalPart } from './portal-part.tsx'
import { readTabPage } from './read-tab-page.ts'
import type { TabPage } from './tab-page.ts'
import './current-tab.css'

const TITLES = {
  portal: 'current-tab-portal',
  'filing-status': 'current-tab-declaration-status',
  mailbox: 'current-tab-mailbox',
} as const satisfies Record<TabPage['kind'], string>

/** The page of the window's current tab when the popup opened. */
export type TabLook = { page?: TabPage | undefined; error?: unknown }

/** Reads the current tab once: the popup closes before another tab comes to the front. */
export function useTabLook(): TabLook {
  const look = useSignal<TabLook>({})
  useEffect(() => {
    readTabPage().then(
      page => {
        look.value = { page }
      },
      (error: unknown) => {
        look.value = { error }
      },
    )
  }, [look])
  return look.value
}

/** What fits the current tab's page of the authority (U-01), and declarations from the portal that are not tracked yet. */
export function CurrentTab({ page, look }: { page: Page; look: TabLook }) {
  return (
    <>
      <UntrackedCaptures />
      {look.error !== undefined && (
        <section class="popup-part">
          <ErrorNotice error={look.error} />
        </section>
      )}
      {look.page && <Here page={page} shown={look.page} />}
    </>
  )
}

function Here({ page, shown }: { page: Page; shown: TabPage }) {
  return (
    <section class="popup-part tab-part" aria-labelledby="tab-part-title">
      <h2 id="tab-part-title">{t('current-tab', { what: t(TITLES[shown.kind]) })}</h2>
      {contentOf(page, shown)}
    </section>
  )
}

function contentOf(page: Page, shown: TabPage): ComponentChildren {
  switch (shown.kind) {
    case 'portal':
      return <PortalPart page={page} shown={shown} />
    case 'filing-status':
      return <TableReceipts page={page} content={shown.content} />
    case 'mailbox':
      return <MailboxPart page={page} />
  }
}
