import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { useMedia } from '../../../ui/media.ts'
import { BatchDetail } from '../../batches/batch-detail.tsx'
import { DraftView } from '../../batches/draft-view.tsx'
import type { Page } from '../../page/page.ts'
import { CompanyDetail } from './company-detail.tsx'
import { LookupLists } from './lookup-lists.tsx'
import type { Lookups, Pane } from './lookups.ts'
import { SearchLine } from './search-line.tsx'

/** When list and detail stand side by side; the same width is in lookup.css. */
const SIDE_BY_SIDE = '(min-width: 720px)'

/** Search, lists, and what was chosen: a company, a batch, or a list to be checked. Asks for no sign-in. */
export function LookupView({ page, lookups }: { page: Page; lookups: Lookups }) {
  const wide = useMedia(SIDE_BY_SIDE)
  const panes = lookups.panes.value
  const open = panes.length > 0
  const depth = useRef(panes.length)
  useEffect(() => {
    const left = depth.current > panes.length
    depth.current = panes.length
    // Back to the list that one came from, or to the search where there is none.
    const places = document.querySelectorAll<HTMLElement>('.lookup .rows, #lookup-search')
    if (left) [...places].findLast(place => place.closest('[inert]') === null)?.focus()
  }, [panes.length])

  const look = page.overview.value
  useEffect(() => {
    void lookups.batches.load()
    void (lookups.known.total.value === undefined ? lookups.known.begin() : lookups.known.reload())
    // whenever the page looked at the host anew
  }, [look, lookups])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from wherever the focus is
    <div
      class={`lookup${open ? ' has-detail' : ''}`}
      onKeyDown={event => {
        if (event.key === 'Escape' && !isField(event.target)) lookups.back()
      }}
    >
      <div class="lookup-list" inert={open && !wide}>
        <SearchLine lookups={lookups} now={page.now.value} />
        <LookupLists page={page} lookups={lookups} />
      </div>
      <div class="lookup-detail">
        {panes.map((pane, index) => (
          // What lies below stays drawn, so that its list keeps its place.
          <div
            key={keyOf(pane)}
            class={index > 0 ? 'lookup-pane stacked' : 'lookup-pane'}
            inert={index < panes.length - 1}
          >
            {pane.is === 'company' && <CompanyDetail company={pane.company} page={page} onBack={lookups.back} />}
            {pane.is === 'draft' && <DraftView lookups={lookups} now={page.now.value} />}
            {pane.is === 'batch' && <BatchDetail id={pane.id} page={page} lookups={lookups} />}
          </div>
        ))}
        {!open && (
          <div class="lookup-none">
            <p class="muted">{t('lookup-choose')}</p>
            <Button onClick={lookups.openDraft}>{t('batch-new')}</Button>
          </div>
        )}
      </div>
    </div>
  )
}

function keyOf(pane: Pane): string {
  if (pane.is === 'company') return `company ${pane.company.cui} ${pane.company.day}`
  return pane.is === 'batch' ? `batch ${pane.id}` : 'draft'
}

/** Escape in a field is about the field. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}
