import type { ComponentType } from 'preact'
import type { Overview } from '../../../shared/protocol/overview.ts'
import type { Key } from '../../locales/translate.ts'
import { lazy } from '../../ui/lazy.tsx'
import type { Page } from '../page/page.ts'
import { useReveal } from '../rows/reveal.ts'
import { InvoicesTab } from './invoices-tab.tsx'
import type { PanelTab } from './tab-ids.ts'
import type { PanelView } from './view.ts'

const CompaniesTab = lazy(async () => (await import('./companies-tab.tsx')).CompaniesTab)
const ActivityTab = lazy(async () => (await import('./activity-tab.tsx')).ActivityTab)
const MailboxView = lazy(async () => (await import('../mailbox/mailbox-view.tsx')).MailboxView)
const DeclarationsView = lazy(async () => (await import('../declarations/declarations-view.tsx')).DeclarationsView)

export type TabProps = { page: Page; view: PanelView; overview: Overview }

/** The target of dropped files, and the text that invites them. */
type DropTarget = { label: Key; take: (files: File[]) => void }

type Tab = { View: ComponentType<TabProps>; dropTarget: (view: PanelView) => DropTarget }

/** The tabs of the panel: the view of each, and the target of files dropped on it. */
export const PANEL_TABS: Readonly<Record<PanelTab, Tab>> = {
  invoices: { View: InvoicesTab, dropTarget: uploadTarget },
  mailbox: { View: MailboxTab, dropTarget: uploadTarget },
  declarations: { View: DeclarationsTab, dropTarget: declarationTarget },
  companies: {
    View: CompaniesTab,
    dropTarget: view => (view.lookups.inFront.value ? batchTarget : uploadTarget)(view),
  },
  activity: { View: ActivityTab, dropTarget: uploadTarget },
}

function MailboxTab({ page, view }: TabProps) {
  return <MailboxView page={page} mailbox={view.mailbox} />
}

function DeclarationsTab({ page, view }: TabProps) {
  useReveal(view.reveal)
  return (
    <DeclarationsView
      page={page}
      state={view.declarations}
      cui={view.list.query.value.cui}
      onOpenMessage={view.openMessage}
    />
  )
}

function uploadTarget(view: PanelView): DropTarget {
  return {
    label: 'upload-drop',
    take(files) {
      view.tab.value = 'invoices'
      void view.uploadDrafts.take(files)
    },
  }
}

function declarationTarget({ declarations }: PanelView): DropTarget {
  return { label: 'declaration-drop-here', take: files => void declarations.submission.take(files) }
}

function batchTarget({ lookups }: PanelView): DropTarget {
  return { label: 'batch-drop', take: lookups.takeFiles }
}
