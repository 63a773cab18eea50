import * as v from 'valibot'
import browser, { type Runtime } from 'webextension-polyfill'
import { MOST_CUIS } from '../../shared/domain/cui-finder.ts'
import { ErrorBody } from '../../shared/protocol/envelope.ts'
import { Cui, Day, WireId } from '../../shared/protocol/values.ts'

/** Opens the certificate step: of e-Factura, of the mailbox, or of the declaration portal. */
const BeginMessage = v.picklist(['begin-sign-in', 'begin-spv-session', 'begin-portal-session'])
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
 * What the extension's own pages and its background tell each other. Nothing of the host's answers travels this way:
 * `changed` only says that another look at the host is due (the badge, the other pages).
 */
const Message = v.variant('tell', [
  v.object({ tell: BeginMessage }),
  v.object({ tell: v.literal('changed') }),
  /** From the card on a page, in a click: the panel of that window shall show these companies. */
  v.object({
    tell: v.literal('show-companies'),
    cuis: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{2,13}$/))), v.maxLength(MOST_CUIS)),
  }),
  /** Receipts of a table into Downloads; how that goes is in the browser's session (`receiptRunStore`). */
  v.object({ tell: v.literal('save-receipts'), receipts: ReceiptsToSave }),
  v.object({ tell: v.literal('stop-receipts') }),
  /** UploadList by hand that the host has not taken: another try, or not to be followed. */
  v.object({ tell: v.literal('retry-captured') }),
  v.object({ tell: v.literal('forget-captured'), uploadIndex: WireId }),
])
export type Message = v.InferOutput<typeof Message>

const BeginAnswer = v.object({
  error: v.nullable(ErrorBody),
  /** What the certificate would bring is there already: no tab was opened. */
  notNeeded: v.boolean(),
})
export type BeginAnswer = v.InferOutput<typeof BeginAnswer>

/** The message, or undefined for what other code of the extension may send. */
export function parseMessage(message: unknown): Message | undefined {
  const parsed = v.safeParse(Message, message)
  return parsed.success ? parsed.output : undefined
}

/**
 * Whether a message comes from a page of the extension or its background, and not from a script of ours in somebody else's
 * page: that may ask for the companies that were clicked there, and for nothing else.
 */
export function isOwnPage({ id, url, origin }: Runtime.MessageSender & { origin?: string }): boolean {
  const own = browser.runtime.getURL('')
  const isOwn = (address: string | undefined) => address === undefined || `${address}/`.startsWith(own)
  return id === browser.runtime.id && url !== undefined && isOwn(url) && isOwn(origin)
}

/** Has the background open the tab; the answer says why it did not. */
export async function askToBegin(tell: BeginMessage): Promise<BeginAnswer> {
  return v.parse(BeginAnswer, await browser.runtime.sendMessage({ tell } satisfies Message))
}

/** Tells the background something that it answers by what it does. */
export async function tellBackground(message: Message): Promise<void> {
  await browser.runtime.sendMessage(message)
}

/** Tells all other pages and the background that the host has something new. */
export async function tellChanged(): Promise<void> {
  await browser.runtime.sendMessage({ tell: 'changed' } satisfies Message)
}

/** Calls `listener` whenever another page or the background says that something changed. */
export function onChanged(listener: () => void): void {
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    if (isOwnPage(sender) && parseMessage(message)?.tell === 'changed') listener()
    return undefined
  })
}
