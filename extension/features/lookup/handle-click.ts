import * as v from 'valibot'
import { findCuis } from '../../../shared/domain/cui-finder.ts'
import type { Frame } from './inject.ts'
import type { Click, Outcome } from './on-page/click.ts'

/** What a click in our context menu tells. */
export type MenuClick = {
  tabId: number | undefined
  frameId: number
  selection: string
  linkUrl: string
  isEditable: boolean
  /** Of the tab, and of the frame where it was another one. */
  pageUrl: string | undefined
  frameUrl: string | undefined
}

/** Both are called within the click. */
export type ClickEdges = {
  showCardIn(frame: Frame, click: Click, done: (outcome?: Outcome) => void): void
  /** The panel with these companies; without any, with its search and why there are none. */
  openPanel(cuis: string[], problem?: ClickProblem): void
}

/** Why a click gave no company: no CUI was there, or the selection is a personal number (CNP). */
export const ClickProblem = v.picklist(['no-cui', 'personal-number'])
export type ClickProblem = v.InferOutput<typeof ClickProblem>

const TOP_FRAME = 0

/**
 * The card in the frame of the click; in the page's top frame where that one has no room for it or lets nobody in, as a
 * frame of another site (activeTab opens the page's own site only); in the panel where there is no page at all or no CUI.
 */
export function clicked(menuClick: MenuClick, { showCardIn, ...edges }: ClickEdges): void {
  const { tabId, frameId, selection, linkUrl, isEditable } = menuClick
  const selected = findCuis(selection).map(({ cui }) => cui)
  const openPanel = (cuis: string[]) => {
    if (cuis.length > 0) edges.openPanel(cuis)
    else edges.openPanel([], /^\D*\d{13}\D*$/.test(selection) ? 'personal-number' : 'no-cui')
  }
  // The panel's own pages and some of the browser's have no tab.
  if (tabId === undefined || tabId < 0 || isViewer(menuClick)) {
    openPanel(selected)
    return
  }
  const click: Click = { selection, linkUrl, isEditable, cuis: [] }

  const showOnTop = (cuis: string[]) => {
    if (cuis.length === 0) openPanel(cuis)
    else
      showCardIn({ tabId, frameId: TOP_FRAME, isOpened: true }, { ...click, cuis }, shown => {
        if (shown?.outcome !== 'shown') openPanel(cuis)
      })
  }
  showCardIn({ tabId, frameId, isOpened: isOpened(menuClick) }, click, shown => {
    if (shown?.outcome === 'shown') return
    const cuis = shown && shown.cuis.length > 0 ? shown.cuis : selected
    if (frameId !== TOP_FRAME && shown?.outcome !== 'nothing') showOnTop(cuis)
    else openPanel(cuis)
  })
}

/** activeTab opens the page of the click and its frames of the same site. */
function isOpened({ frameId, frameUrl, pageUrl }: MenuClick): boolean {
  return frameId === TOP_FRAME || URL.parse(frameUrl ?? '')?.origin === URL.parse(pageUrl ?? '')?.origin
}

/** No page has itself as a frame: that is how the browser's own viewer shows a PDF, where no extension is let in. */
function isViewer({ frameId, frameUrl, pageUrl }: MenuClick): boolean {
  return frameId !== TOP_FRAME && frameUrl !== undefined && frameUrl === pageUrl
}
