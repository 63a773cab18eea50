import * as v from 'valibot'
import { findCuis } from '../../../shared/domain/cui-finder.ts'
import type { Frame } from './inject.ts'
import type { Click, Outcome } from './on-page/click.ts'

/** A click in our context menu. */
export type MenuClick = {
  tabId: number | undefined
  frameId: number
  selection: string
  linkUrl: string
  isEditable: boolean
  /** Address of the page, and of the frame if it was another one. */
  pageUrl: string | undefined
  frameUrl: string | undefined
}

/** The targets of a click; both methods are called within the click. */
export type ClickEdges = {
  showCardIn(frame: Frame, click: Click, done: (outcome?: Outcome) => void): void
  /** Opens the panel with these companies; without any, with its search and the reason. */
  openPanel(cuis: string[], problem?: ClickProblem): void
}

/** Why a click gave no company: there was no CUI, or the selection is a personal number (CNP). */
export const ClickProblem = v.picklist(['no-cui', 'personal-number'])
export type ClickProblem = v.InferOutput<typeof ClickProblem>

const TOP_FRAME = 0

/**
 * Shows the card in the frame of the click. If that frame is too small or closed to us, as a frame of another site is (activeTab
 * covers the page's own site only), the page's top frame shows it. Without a page or a CUI, the panel opens.
 */
export function clicked(menuClick: MenuClick, { showCardIn, ...edges }: ClickEdges): void {
  const { tabId, frameId, selection, linkUrl, isEditable } = menuClick
  const selected = findCuis(selection).map(({ cui }) => cui)
  const openPanel = (cuis: string[]) => {
    if (cuis.length > 0) edges.openPanel(cuis)
    else edges.openPanel([], /^\D*\d{13}\D*$/.test(selection) ? 'personal-number' : 'no-cui')
  }
  // The panel and some of the browser's own pages have no tab.
  if (tabId === undefined || tabId < 0 || isViewer(menuClick)) {
    openPanel(selected)
    return
  }
  const click: Click = { selection, linkUrl, isEditable, cuis: [] }

  const showOnTop = (cuis: string[]) => {
    if (cuis.length === 0) openPanel(cuis)
    else
      showCardIn({ tabId, frameId: TOP_FRAME, isOpened: isOpened(menuClick, TOP_FRAME) }, { ...click, cuis }, shown => {
        if (shown?.outcome !== 'shown') openPanel(cuis)
      })
  }
  showCardIn({ tabId, frameId, isOpened: isOpened(menuClick, frameId) }, click, shown => {
    if (shown?.outcome === 'shown') return
    const cuis = shown && shown.cuis.length > 0 ? shown.cuis : selected
    if (frameId !== TOP_FRAME && shown?.outcome !== 'nothing') showOnTop(cuis)
    else openPanel(cuis)
  })
}

/**
 * Whether activeTab gives access to a frame: it covers the page of the click and its frames of the same site. Files and blank
 * pages are never sure to be among them.
 */
function isOpened({ frameUrl, pageUrl }: MenuClick, frameId: number): boolean {
  const page = URL.parse(pageUrl ?? '')
  if (page?.protocol !== 'https:' && page?.protocol !== 'http:') return false
  return frameId === TOP_FRAME || URL.parse(frameUrl ?? '')?.origin === page.origin
}

/** Whether a frame has the page's own address. Only the browser's PDF viewer does that, and it is closed to extensions. */
function isViewer({ frameId, frameUrl, pageUrl }: MenuClick): boolean {
  return frameId !== TOP_FRAME && frameUrl !== undefined && frameUrl === pageUrl
}
