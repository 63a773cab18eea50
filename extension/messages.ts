import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { ErrorBody } from '../shared/protocol/envelope.ts'

/**
 * What the extension's own pages and its background tell each other. Nothing of the host's answers travels this way:
 * `changed` only says that another look at the host is due (the badge, the other pages).
 */
const Message = v.variant('tell', [
  v.object({ tell: v.literal('begin-sign-in') }),
  v.object({ tell: v.literal('changed') }),
])
export type Message = v.InferOutput<typeof Message>

const SignInAnswer = v.object({ error: v.nullable(ErrorBody) })
export type SignInAnswer = v.InferOutput<typeof SignInAnswer>

/** The message, or undefined for what other code of the extension may send. */
export function parseMessage(message: unknown): Message | undefined {
  const parsed = v.safeParse(Message, message)
  return parsed.success ? parsed.output : undefined
}

/** Has the background open the sign-in tab; the answer says why it did not. */
export async function askToSignIn(): Promise<SignInAnswer> {
  return v.parse(SignInAnswer, await browser.runtime.sendMessage({ tell: 'begin-sign-in' } satisfies Message))
}

/** Tells all other pages and the background that the host has something new. */
export async function tellChanged(): Promise<void> {
  await browser.runtime.sendMessage({ tell: 'changed' } satisfies Message)
}

/** Calls `listener` whenever another page or the background says that something changed. */
export function onChanged(listener: () => void): void {
  browser.runtime.onMessage.addListener((message: unknown) => {
    if (parseMessage(message)?.tell === 'changed') listener()
  })
}
