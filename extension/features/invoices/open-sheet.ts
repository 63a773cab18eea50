import browser from 'webextension-polyfill'

/** Opens the invoice in its own tab; `print` opens the print dialog at once. */
export async function openSheet(id: string, print: boolean): Promise<void> {
  const query = new URLSearchParams({ id, ...(print ? { print: '1' } : {}) })
  await browser.tabs.create({ url: browser.runtime.getURL(`/sheet.html?${query}`) })
}
