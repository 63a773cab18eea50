import * as v from 'valibot'

/** Name of the port between the portal's pages and the background. Other pages of ours do not hear it. */
export const PORTAL_PORT = 'portal'

/**
 * What the script on the portal's pages tells: the PDF (base64) that was chosen in the form, and the page that answers a
 * filing. Pages cannot reach the port themselves.
 */
export const Told = v.variant('is', [
  v.object({ is: v.literal('chosen'), fileName: v.pipe(v.string(), v.maxLength(255)), data: v.string() }),
  v.object({ is: v.literal('answer'), html: v.string() }),
])
export type Told = v.InferOutput<typeof Told>
