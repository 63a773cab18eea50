import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page, type Worker } from 'playwright-core'
import { CHROME_EXTENSION_ORIGIN } from '../../../../shared/domain/product.ts'
import { lookAtText } from '../../../planted/look.ts'
import { waitFor } from '../../../support/wait-for.ts'
import type { Sandbox } from '../machine/sandbox.ts'

const EXECUTABLES = ['/usr/bin/chromium', '/usr/bin/chromium-browser']

export const chromiumExecutable = (): string | undefined => EXECUTABLES.find(path => existsSync(path))

/** The extension's development build, which has host permissions for *.localhost. */
export const EXTENSION = join(import.meta.dirname, '../../../../.output/chrome-mv3-dev')

/** Chromium heeds the last list only, so it begins with Playwright's, without those for Edge and Windows. */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // The address bar's lists are web pages; to load them takes as long as the rest of the browser's start.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** Arguments of every Chromium of the tests and the demo. */
export function chromiumArgs(): string[] {
  const run = process.env.RECIPISA_TEST_RUN
  return [
    // Chromium knows no such argument; the end of `npm test` knows its processes by it (scripts/leftovers.mjs).
    ...(run === undefined ? [] : [`--recipisa-test-run=${run}`]),
    // Only the two together load one unpacked extension and no other.
    `--disable-extensions-except=${EXTENSION}`,
    `--load-extension=${EXTENSION}`,
    // Only this machine is reachable, and no other name resolves.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    `--disable-features=${DISABLED_FEATURES.join()}`,
    '--disable-sync',
    '--no-pings',
    // The CPU draws every animation.
    '--force-prefers-reduced-motion',
    '--no-first-run',
    '--no-default-browser-check',
    // Keeps the browser away from the person's own keyring.
    '--password-store=basic',
    // Chromium's sandbox does not work for root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
}

/** How long Playwright waits for a page and for the browser's start, ms. A busy machine needs this long. */
const PATIENCE = { page: 60_000, start: 120_000 }

/** The page that the extension opens by itself in a new profile. */
export const GUIDE = `${CHROME_EXTENSION_ORIGIN}welcome.html`

/**
 * Starts a Chromium that Playwright drives and that downloads into the person's own folder. The extension's guide is closed
 * once it has opened, unless the test is about the guide. `keepsLeftPages`: it keeps pages to which a person may go back as
 * they are, as it does for people; Playwright has it load them again.
 */
export async function openChromium(
  sandbox: Sandbox,
  options: { headless: boolean; locale?: string; keepsGuide?: boolean; keepsLeftPages?: boolean },
): Promise<BrowserContext> {
  const executablePath = chromiumExecutable()
  if (executablePath === undefined) throw new Error('Chromium is not installed')
  const isNew = !existsSync(join(sandbox.userDataDir, 'Default'))
  const context = await chromium.launchPersistentContext(sandbox.userDataDir, {
    executablePath,
    headless: options.headless,
    timeout: PATIENCE.start,
    args: [...chromiumArgs(), `--lang=${options.locale ?? 'en'}`],
    ignoreDefaultArgs: options.keepsLeftPages ? ['--disable-back-forward-cache'] : [],
    env: { ...sandbox.env },
    viewport: null,
    // The test that opened it closes it, in the right order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  context.setDefaultTimeout(PATIENCE.page)
  const session = await browserOf(context).newBrowserCDPSession()
  // Playwright would send downloads into a folder of its own.
  await session.send('Browser.setDownloadBehavior', { behavior: 'default' })
  if (isNew && !options.keepsGuide) await (await guideIn(context)).close()
  const close = context.close.bind(context)
  context.close = async how => {
    try {
      await lookInStorage(context)
    } finally {
      await close(how)
    }
  }
  return context
}

/** Searches the extension's storage for planted values: part of it is in memory, and is lost with the browser. */
async function lookInStorage(context: BrowserContext): Promise<void> {
  const page = await openTab(context, `${CHROME_EXTENSION_ORIGIN}manifest.json`)
  const areas = ['local', 'session', 'sync', 'managed']
  const storage = await page.evaluate(
    `Promise.all(${JSON.stringify(areas)}.map(area => chrome.storage[area].get(null))).then(JSON.stringify)`,
  )
  lookAtText('storage', String(storage), 'the storage of the extension')
}

/**
 * Opens a page in a new tab at once; rejects after the page's time if it leads to another address. Playwright would open an
 * empty page before it, which needs a process of its own.
 */
export async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const session = await browserOf(context).newBrowserCDPSession()
  // The page may have changed its fragment before Playwright tells of it.
  const isIt = (page: Page) => withoutFragment(page.url()) === withoutFragment(url)
  const [page] = await Promise.all([context.waitForEvent('page', isIt), session.send('Target.createTarget', { url })])
  await session.detach()
  await page.waitForLoadState()
  return page
}

const withoutFragment = (url: string): string => url.replace(/#.*/, '')

/** The guide, as soon as the extension has opened it. */
export const guideIn = (context: BrowserContext): Promise<Page> =>
  waitFor('the guide opens', () => context.pages().find(page => page.url() === GUIDE))

export function browserOf(context: BrowserContext): Browser {
  const browser = context.browser()
  if (!browser) throw new Error('the context has no browser')
  return browser
}

/** The extension's background worker, as soon as it runs. */
export async function backgroundOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}
