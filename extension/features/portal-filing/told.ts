import * as v from 'valibot'

/** Name of the port between the portal's pages and the background. Other pages of ours do not hear it. */
export const PORTAL_PORT = 'portal'

/** Beyond this the host does not even look at a file, in bytes. */
export const MOST_READ = 35_000_000
/** The same in base64. */
const MOST_DATA = Math.ceil(MOST_READ / 3) * 4
/** The page that answers a filing is a few kilobytes; its length in characters. */
export const MOST_PAGE = 500_000

/**
 * What the script on the portal's pages tells: the PDF (base64) that a person chose in the form, that a person sent the
 * form, and the page that answers a filing. Pages cannot reach the port themselves.
 */
export const Told = v.variant('is', [
  v.strictObject({
    is: v.literal('chosen'),
    fileName: v.pipe(v.string(), v.maxLength(255)),
    data: v.pipe(v.string(), v.maxLength(MOST_DATA)),
  }),
  v.strictObject({ is: v.literal('sent') }),
  v.strictObject({ is: v.literal('answer'), html: v.pipe(v.string(), v.maxLength(MOST_PAGE)) }),
])
export type Told = v.InferOutput<typeof Told>
