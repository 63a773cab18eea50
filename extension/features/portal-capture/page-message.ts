import * as v from 'valibot'

/** Name of the port between the portal's pages and the background; our other pages do not listen to it. */
export const PORTAL_PORT = 'portal'

/** Largest file that the host reads, in bytes. */
export const MOST_READ = 35_000_000
/** The same in base64. */
const MOST_DATA = Math.ceil(MOST_READ / 3) * 4
/** Longest answer page, in characters; the portal's has a few kilobytes. */
export const MOST_PAGE = 500_000

/**
 * What the script on the portal's pages reports: the PDF (base64) chosen in the form, the form's submission, and the page
 * that answers. Pages cannot reach the port themselves.
 */
export const PageMessage = v.variant('is', [
  v.strictObject({
    is: v.literal('chosen'),
    fileName: v.pipe(v.string(), v.maxLength(255)),
    data: v.pipe(v.string(), v.maxLength(MOST_DATA)),
  }),
  v.strictObject({ is: v.literal('sent') }),
  v.strictObject({ is: v.literal('answer'), html: v.pipe(v.string(), v.maxLength(MOST_PAGE)) }),
])
export type PageMessage = v.InferOutput<typeof PageMessage>
