/**
 * The browser's report of a click in its context menu, for the script in the frame. Without nulls, because Chromium drops
 * them on the way.
 */
export type Click = {
  /** The selected text with collapsed white space; empty when nothing was selected. */
  selection: string
  /** Empty when no link was clicked. */
  linkUrl: string
  /** Whether the click was in a field. */
  isEditable: boolean
  /** CUIs read in another frame that cannot show the card. */
  cuis: string[]
}

/**
 * Outcome of a click, with the CUIs that were read. `nothing`: no CUI at the click; `no-room`: the frame is too small for the
 * card; `no-page`: the browser shows something other than a page, such as a PDF.
 */
export type Outcome = { outcome: 'shown' | 'nothing' | 'no-room' | 'no-page'; cuis: string[] }
