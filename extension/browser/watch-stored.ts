import browser from 'webextension-polyfill'

/**
 * Calls `listener` with the stored value under `key` (undefined for none), now and after each change. Listens before it
 * reads, so that no change is missed.
 */
export async function watchStored(
  area: 'local' | 'session',
  key: string,
  listener: (value: unknown) => void,
): Promise<void> {
  let hasChanged = false
  browser.storage[area].onChanged.addListener(changes => {
    const change = changes[key]
    if (!change) return
    hasChanged = true
    listener(change.newValue)
  })
  const present = (await browser.storage[area].get(key))[key]
  // A change may have arrived during the read; then the read value is older.
  if (!hasChanged) listener(present)
}
