import * as v from 'valibot'
import browser, { type Runtime } from 'webextension-polyfill'
import { MOST_CUIS } from '../../shared/domain/cui-finder.ts'
import { Cui, Day, WireId } from '../../shared/domain/values.ts'
import { ErrorBody } from '../../shared/errors/error-body.ts'

/** Begins every necessary certificate visit, or one: to e-Factura, to the mailbox, or to the declaration portal. */
const BeginMessage = v.picklist(['begin-round', 'begin-sign-in', 'begin-spv-session', 'begin-portal-session'])
export type BeginMessage = v.InferOutput<typeof BeginMessage>

/** Rows of one table of the declaration status page whose receipts are to be saved. */
const ReceiptsToSave = v.object({
  cui: Cui,
  rows: v.pipe(
    v.array(v.object({ uploadIndex: WireId, form: v.string(), filedOn: v.nullable(Day), hasReceipt: v.boolean() })),
    v.minLength(1),
  ),
})
export type ReceiptsToSave = v.InferOutput<typeof ReceiptsToSave>

/**
 * Messages between the extension's own pages and its background. The host's answers never travel this way: `changed` only
 * says that the badge and the other pages should ask the host again.
 */
const Message = v.variant('tell', [
  v.object({ tell: BeginMessage }),
  v.object({ tell: v.literal('changed') }),
  /** The page that asks for the certificate of calls to e-Factura has its answer, and no longer needs its tab. */
  v.object({ tell: v.literal('certificate-visited') }),
  /** From a click in the card on a page: open the panel of that window with these companies. */
  v.object({
    tell: v.literal('show-companies'),
    cuis: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{2,13}$/))), v.maxLength(MOST_CUIS)),
  }),
  /** Save a table's receipts to Downloads; `receiptRunStore` holds the progress. */
  v.object({ tell: v.literal('save-receipts'), receipts: ReceiptsToSave }),
  v.object({ tell: v.literal('stop-receipts') }),
  /** Declarations from the portal that the host has not accepted: try again, or drop one. */
  v.object({ tell: v.literal('retry-captured') }),
  v.object({ tell: v.literal('forget-captured'), uploadIndex: WireId }),
])
export type Message = v.InferOutput<typeof Message>

const BeginAnswer = v.object({
  error: v.nullable(ErrorBody),
  /** The session or sign-in exists already: no tab was opened. */
  notNeeded: v.boolean(),
})
export type BeginAnswer = v.InferOutput<typeof BeginAnswer>

/** The message; undefined for anything else that code of the extension may send. */
export function parseMessage(message: unknown): Message | undefined {
  const parsed = v.safeParse(Message, message)
  return parsed.success ? parsed.output : undefined
}

/**
 * Whether a message comes from a page of the extension or its background. A script of ours in a web page is untrusted: it
 * may ask for the companies that were clicked there, and for nothing else.
 */
export function isOwnPage({ id, url, origin }: Runtime.MessageSender & { origin?: string }): boolean {
  const own = browser.runtime.getURL('')
  const isOwn = (address: string | undefined) => address === undefined || `${address}/`.startsWith(own)
  return id === browser.runtime.id && url !== undefined && isOwn(url) && isOwn(origin)
}

/** Asks the background to begin a certificate visit; the answer says why it did not. */
export async function askToBegin(tell: BeginMessage): Promise<BeginAnswer> {
  return v.parse(BeginAnswer, await browser.runtime.sendMessage({ tell } satisfies Message))
}

/** Sends the background a message that needs no answer. */
export async function tellBackground(message: Message): Promise<void> {
  await browser.runtime.sendMessage(message)
}

/** Tells the other pages and the background that the host has something new. */
export async function tellChanged(): Promise<void> {
  await browser.runtime.sendMessage({ tell: 'changed' } satisfies Message)
}

/** Calls `listener` at each `changed` message of another page or the background. */
export function onChanged(listener: () => void): void {
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    if (isOwnPage(sender) && parseMessage(message)?.tell === 'changed') listener()
    return undefined
  })
}
