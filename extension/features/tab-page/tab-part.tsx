import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { CapturedWaiting } from '../portal-filing/captured-waiting.tsx'
import { TableReceipts } from '../receipts/table-receipts.tsx'
import { PortalPart } from './portal-part.tsx'
import { readTabPage } from './read.ts'
import type { TabPage } from './tab-page.ts'
import './tab-part.css'

const TITLES = {
  portal: 'here-portal',
  'filing-status': 'here-filing-status',
  mailbox: 'here-mailbox',
} as const satisfies Record<TabPage['kind'], string>

/** What fits the current tab's page of the authority (U-01), and filings by hand that are still waiting to be followed. */
export function TabPart({ page }: { page: Page }) {
  const shown = useSignal<TabPage | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  useEffect(() => void look(shown, error), [shown, error])
  return (
    <>
      <CapturedWaiting />
      {error.value !== undefined && (
        <section class="popup-part">
          <ErrorNotice error={error.value} />
        </section>
      )}
      {shown.value && <Here page={page} shown={shown.value} />}
    </>
  )
}

async function look(shown: Signal<TabPage | undefined>, error: Signal<unknown>): Promise<void> {
  try {
    shown.value = await readTabPage()
  } catch (problem) {
    error.value = problem
  }
}

function Here({ page, shown }: { page: Page; shown: TabPage }) {
  return (
    <section class="popup-part tab-part" aria-labelledby="tab-part-title">
      <h2 id="tab-part-title">{t('here', { what: t(TITLES[shown.kind]) })}</h2>
      {contentOf(page, shown)}
    </section>
  )
}

function contentOf(page: Page, shown: TabPage): ComponentChildren {
  switch (shown.kind) {
    case 'portal':
      return <PortalPart page={page} shown={shown} />
    case 'filing-status':
      return <TableReceipts content={shown.content} />
    case 'mailbox':
      return null
  }
}
