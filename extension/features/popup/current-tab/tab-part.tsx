import type { ComponentChildren } from 'preact'
import { t } from '../../../locales/locale.ts'
import type { Page } from '../../page/page.ts'
import { TableReceipts } from '../../receipts/table-receipts.tsx'
import { MailboxPart } from './mailbox-part.tsx'
import { PortalPart } from './portal-part.tsx'
import type { TabPage } from './tab-page.ts'

const TITLES = {
  portal: 'current-tab-portal',
  'declaration-status': 'current-tab-declaration-status',
  mailbox: 'current-tab-mailbox',
} as const satisfies Record<TabPage['kind'], string>

/** The popup's offers on a page of the authority. */
export function TabPart({ page, shown }: { page: Page; shown: TabPage }) {
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
    case 'declaration-status':
      return <TableReceipts page={page} content={shown.content} />
    case 'mailbox':
      return <MailboxPart page={page} />
  }
}
