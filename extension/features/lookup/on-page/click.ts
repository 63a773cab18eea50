/**
 * What the browser tells of a click in its context menu, handed to the script in the frame. Without nulls: Chromium
 * leaves those out on the way.
 */
export type Click = {
  /** The selected text with its white space squeezed; empty when nothing was selected. */
  selection: string
  /** Empty where no link was clicked. */
  linkUrl: string
  /** In a field. */
  isEditable: boolean
  /** Companies that were read in another frame, which the card cannot be shown in. */
  cuis: string[]
}

/**
 * How it went. `nothing`: no CUI where the person clicked; `no-room`: the frame is too small for the card; `no-page`: the
 * browser shows something else there, as a PDF. With the CUIs that were read.
 */
export type Outcome = { outcome: 'shown' | 'nothing' | 'no-room' | 'no-page'; cuis: string[] }
