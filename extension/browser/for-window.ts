import browser from 'webextension-polyfill'
import type { SessionStore } from './session-store.ts'

/** Takes what is stored for this window, or for any, now and at each change; each value once. */
export async function takeForWindow<T extends { windowId?: number | undefined }>(
  store: SessionStore<T>,
  take: (value: T) => void,
): Promise<void> {
  const own = (await browser.windows.getCurrent()).id
  await store.watch(value => {
    if (!value || (value.windowId !== undefined && value.windowId !== own)) return
    void store.clear()
    take(value)
  })
}
