import * as v from 'valibot'

/** Name of the port between the portal's pages and the background; our other pages do not listen to it. */
export const PORTAL_PORT = 'portal'

/** Largest file that the host reads, in bytes. */
export const MOST_READ = 35_000_000
/** The same in base64. */
const MOST_DATA = Math.ceil(MOST_READ / 3) * 4

/**
 * Reports of the script on the portal's pages: the PDF chosen in the form (base64; null if it is too large, or not read yet
 * when the form is sent), that the form was sent, and the answer that a declaration was filed. Pages cannot reach the port
 * themselves.
 */
export const PageMessage = v.variant('is', [
  v.strictObject({
    is: v.literal('chosen'),
    fileName: v.pipe(v.string(), v.maxLength(255)),
    data: v.nullable(v.pipe(v.string(), v.maxLength(MOST_DATA))),
  }),
  v.strictObject({ is: v.literal('sent') }),
  v.strictObject({
    is: v.literal('filed'),
    uploadIndex: v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
    fileName: v.pipe(v.string(), v.maxLength(300)),
  }),
])
export type PageMessage = v.InferOutput<typeof PageMessage>
