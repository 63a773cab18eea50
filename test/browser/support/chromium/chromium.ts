import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Worker } from 'playwright-core'
import type { Sandbox } from '../machine/sandbox.ts'

const EXECUTABLES = ['/usr/bin/chromium', '/usr/bin/chromium-browser']

export const chromiumExecutable = (): string | undefined => EXECUTABLES.find(path => existsSync(path))

/** The extension as the development build leaves it: with host permissions for *.localhost. */
export const EXTENSION = join(import.meta.dirname, '../../../../.output/chrome-mv3-dev')

/** What every Chromium of the tests and the demo is started with. */
export function chromiumArgs(): string[] {
  return [
    // Both are needed for one unpacked extension and no other.
    `--disable-extensions-except=${EXTENSION}`,
    `--load-extension=${EXTENSION}`,
    // Nothing but this machine is ever reached, not even by name.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--no-pings',
    '--no-first-run',
    '--no-default-browser-check',
    // The browser's own passwords are not under test, and a keyring would be the person's.
    '--password-store=basic',
    // Chromium's sandbox does not work for root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
}

/** How long Playwright waits for a page, and for the browser's start, ms: a busy machine is no failure. */
const PATIENCE = { page: 60_000, start: 120_000 }

/** Chromium driven by Playwright, with downloads where a person finds them. */
export async function openChromium(
  sandbox: Sandbox,
  options: { headless: boolean; locale?: string },
): Promise<BrowserContext> {
  const executablePath = chromiumExecutable()
  if (executablePath === undefined) throw new Error('Chromium is not installed')
  const context = await chromium.launchPersistentContext(sandbox.userDataDir, {
    executablePath,
    headless: options.headless,
    timeout: PATIENCE.start,
    args: [...chromiumArgs(), `--lang=${options.locale ?? 'en'}`],
    env: { ...sandbox.env },
    viewport: null,
    // Whoever opened it closes it, in the right order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  context.setDefaultTimeout(PATIENCE.page)
  const session = await browserOf(context).newBrowserCDPSession()
  // Playwright sends downloads into a folder of its own.
  await session.send('Browser.setDownloadBehavior', { behavior: 'default' })
  return context
}

export function browserOf(context: BrowserContext): Browser {
  const browser = context.browser()
  if (!browser) throw new Error('the context has no browser')
  return browser
}

/** The extension's background, as soon as it is there. */
export async function backgroundOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}
