import type { Browser } from 'webextension-polyfill'

const { browser, chrome } = globalThis as unknown as { browser?: Browser; chrome: Browser }

/**
 * The browser's own API in place of webextension-polyfill, wherever nobody answers a message with a promise, which is all
 * that Chromium's own promises cannot do (wxt.config.ts).
 */
// biome-ignore lint/style/noDefaultExport: it stands in for a library that has one.
export default browser ?? chrome
