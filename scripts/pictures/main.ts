import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { translate } from '../../extension/locales/translate.ts'
import type { Locale } from '../../shared/errors/codes.ts'
import { backgroundOf, openChromium } from '../../test/browser/support/chromium/chromium.ts'
import { loaded, menuIsThere } from '../../test/browser/support/steps.ts'
import { setUpOffice } from './office.ts'
import { SCENES } from './scenes.ts'

const ROOT = join(import.meta.dirname, '../..')
const STORES = join(ROOT, '.output/pictures/store')
const README = join(ROOT, 'docs/pictures')
/** The scenes that the README shows, in Romanian. */
const IN_README: readonly string[] = ['facturi', 'declaratii', 'firma']

/** Of a page, CSS pixels. */
const SIZE = { width: 1024, height: 640 }
/** The stores ask for 1280 × 800 pixels: letters a quarter larger, because they show them small. */
const SCALE = { stores: 1.25, readme: 1 }

const office = await setUpOffice()
try {
  const context = await openChromium(office.machine.sandbox, { headless: true })
  try {
    await menuIsThere(context)
    for (const language of ['ro', 'en'] as const) await photographAll(context, language)
  } finally {
    await context.close()
  }
} finally {
  await office.close()
}

async function photographAll(context: BrowserContext, language: Locale): Promise<void> {
  const worker = await backgroundOf(context)
  await worker.evaluate(`chrome.storage.local.set({ language: '${language}' })`)
  for (const [n, [name, show]] of Object.entries(SCENES).entries()) {
    const photograph = (file: string, scale: number) =>
      photographOne(context, page => show({ page, office, language, t: key => translate(language, key) }), file, scale)
    await photograph(join(STORES, language, `${n + 1}-${name}.png`), SCALE.stores)
    if (language === 'ro' && IN_README.includes(name)) await photograph(join(README, `${name}.png`), SCALE.readme)
  }
}

/** Writes what a scene shows once nothing of it is still loading, in the light, as PNG. */
async function photographOne(
  context: BrowserContext,
  show: (page: Page) => Promise<void>,
  file: string,
  scale: number,
): Promise<void> {
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', { ...SIZE, deviceScaleFactor: scale, mobile: false })
  await show(page)
  await loaded(page)
  await page.mouse.move(0, 0)
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, data, 'base64')
  console.log(relative(ROOT, file))
  await page.close()
}
