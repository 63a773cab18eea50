import { useEffect } from 'preact/hooks'
import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import type { Page } from '../../page/page.ts'
import { ListAndDetail } from '../../rows/list-and-detail.tsx'
import { BatchDetail } from '../batches/batch-detail.tsx'
import { DraftView } from '../batches/draft-view.tsx'
import { CompanyDetail } from './company-detail.tsx'
import { LookupLists } from './lookup-lists.tsx'
import type { Lookups, Pane } from './lookups.ts'
import { SearchLine } from './search-line.tsx'

type Props = { page: Page; lookups: Lookups }

/** Search, lists, and the chosen company, batch or list to check. Needs no sign-in. */
export function LookupView({ page, lookups }: Props) {
  const look = page.overview.value
  useEffect(() => {
    void lookups.batches.load()
    void (lookups.known.total.value === undefined ? lookups.known.begin() : lookups.known.reload())
    // after each poll of the host
  }, [look, lookups])

  return (
    <ListAndDetail
      list={
        <>
          <SearchLine lookups={lookups} now={page.now.value} />
          <LookupLists page={page} lookups={lookups} />
        </>
      }
      details={lookups.panes.value.map(pane => ({
        key: keyOf(pane),
        content: <Shown pane={pane} page={page} lookups={lookups} />,
      }))}
      invitation={
        <>
          <p class="muted">{t('lookup-choose')}</p>
          <Button onClick={lookups.openDraft}>{t('batch-new')}</Button>
        </>
      }
      onBack={lookups.back}
    />
  )
}

function Shown({ pane, page, lookups }: Props & { pane: Pane }) {
  switch (pane.is) {
    case 'company':
      return <CompanyDetail company={pane.company} page={page} onBack={lookups.back} />
    case 'draft':
      return <DraftView lookups={lookups} now={page.now.value} />
    case 'batch':
      return <BatchDetail id={pane.id} page={page} lookups={lookups} />
  }
}

function keyOf(pane: Pane): string {
  // Without the day: choosing another day must not move the focus.
  if (pane.is === 'company') return `company ${pane.company.cui}`
  return pane.is === 'batch' ? `batch ${pane.id}` : 'draft'
}
