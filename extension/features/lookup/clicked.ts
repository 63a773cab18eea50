import { findCuis } from '../../../shared/cui-finder.ts'
import type { Click, Outcome } from './on-page/click.ts'

/** What a click in our context menu tells. */
export type MenuClick = {
  tabId: number | undefined
  frameId: number
  selection: string
  linkUrl: string | null
  isEditable: boolean
}

/** Both are called within the click. */
export type ClickEdges = {
  showCardIn(frame: { tabId: number; frameId: number }, click: Click, done: (outcome?: Outcome) => void): void
  /** The panel with these companies; without any, with its search. */
  openPanel(cuis: string[]): void
}

const TOP_FRAME = 0

/**
 * The card in the frame of the click; in the page's top frame where that one has no room for it or lets nobody in, as a
 * frame of another site (activeTab opens the page's own site only); in the panel where there is no page at all or no CUI.
 */
export function clicked({ tabId, frameId, ...told }: MenuClick, { showCardIn, openPanel }: ClickEdges): void {
  const selected = findCuis(told.selection).map(({ cui }) => cui)
  // The panel's own pages and some of the browser's have no tab.
  if (tabId === undefined || tabId < 0) {
    openPanel(selected)
    return
  }
  const click: Click = { ...told, cuis: null }

  const showOnTop = (cuis: string[]) => {
    if (cuis.length === 0) openPanel(cuis)
    else
      showCardIn({ tabId, frameId: TOP_FRAME }, { ...click, cuis }, shown => {
        if (shown?.outcome !== 'shown') openPanel(cuis)
      })
  }
  showCardIn({ tabId, frameId }, click, shown => {
    if (shown?.outcome === 'shown') return
    const cuis = shown && shown.cuis.length > 0 ? shown.cuis : selected
    if (frameId !== TOP_FRAME && shown?.outcome !== 'nothing') showOnTop(cuis)
    else openPanel(cuis)
  })
}
