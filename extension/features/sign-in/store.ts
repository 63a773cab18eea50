import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { SignIn } from './attempt.ts'

const STORAGE_KEY = 'signIn'

/** The attempt that this browser session knows of; undefined before the first and for what an older version left. */
export async function readSignIn(): Promise<SignIn | undefined> {
  const stored = await browser.storage.session.get(STORAGE_KEY)
  return parse(stored[STORAGE_KEY])
}

export async function writeSignIn(signIn: SignIn): Promise<void> {
  await browser.storage.session.set({ [STORAGE_KEY]: signIn })
}

/** Calls `listener` with the present attempt and with each change of it. */
export async function watchSignIn(listener: (signIn: SignIn | undefined) => void): Promise<void> {
  browser.storage.session.onChanged.addListener(changes => {
    const change = changes[STORAGE_KEY]
    if (change) listener(parse(change.newValue))
  })
  listener(await readSignIn())
}

function parse(value: unknown): SignIn | undefined {
  const parsed = v.safeParse(SignIn, value)
  return parsed.success ? parsed.output : undefined
}
