/** What the browser tells of a click in its context menu, handed to the script in the frame. */
export type Click = {
  /** The selected text with its white space squeezed; empty when nothing was selected. */
  selection: string
  linkUrl: string | null
  /** In a field. */
  isEditable: boolean
  /** Companies that were read elsewhere: the card is shown here because it cannot be there. */
  cuis: string[] | null
}

/**
 * How it went. `nothing`: no CUI where the person clicked; `no-room`: the frame is too small for the card; `no-page`: the
 * browser shows something else there, as a PDF. With the CUIs that were read.
 */
export type Outcome = { outcome: 'shown' | 'nothing' | 'no-room' | 'no-page'; cuis: string[] }
