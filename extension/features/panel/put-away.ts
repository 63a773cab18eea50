import browser from 'webextension-polyfill'

const KEY = 'attentionPutAway'

/** The line of counts that the user dismissed; empty if there is none. */
export async function readPutAway(): Promise<string> {
  const stored = (await browser.storage.local.get(KEY))[KEY]
  return typeof stored === 'string' ? stored : ''
}

export async function putAway(line: string): Promise<void> {
  await browser.storage.local.set({ [KEY]: line })
}
