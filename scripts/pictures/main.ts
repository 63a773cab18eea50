import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { BrowserContext, CDPSession } from 'playwright-core'
import '../../extension/locales/every-phrase.fixture.ts'
import { translate } from '../../extension/locales/translate.ts'
import { backgroundOf, openChromium } from '../../test/browser/support/chromium/chromium.ts'
import { type Machine, setUpMachine } from '../../test/browser/support/machine/machine.ts'
import { loaded, menuIsThere } from '../../test/browser/support/steps.ts'
import { type Office, setUpOffice } from './office.ts'
import { SCENES } from './scenes.ts'
import type { Scene } from './stage.ts'
import { FIRST_VIEWS, VIEWS, type View } from './views.ts'

const ROOT = join(import.meta.dirname, '../..')
const ALL = join(ROOT, '.output/screenshots')
const STORES = join(ROOT, '.output/pictures/store')
const README = join(ROOT, 'docs/pictures')
/** The scenes in the README, in Romanian. */
const IN_README: readonly string[] = ['facturi', 'declaratii', 'firma', 'masa']

/** Size of a page in the stores and the README, CSS pixels. */
const SIZE = { width: 1024, height: 640 }
/** The stores ask for 1280 × 800 pixels: letters are a quarter larger, because the stores show them small. */
const SCALE = { stores: 1.25, readme: 1 }
const LANGUAGES = ['ro', 'en'] as const
const THEMES = ['light', 'dark'] as const

type Picture = {
  file: string
  theme: (typeof THEMES)[number]
  scale: number
  size: View['size']
}

/** Parts of names such as `ro/desk-invoices`; none means all pictures. */
const wanted = process.argv.slice(2)
const isNamed = (name: string) => wanted.length === 0 || wanted.some(part => name.includes(part))
const isWanted = (name: string) => LANGUAGES.some(language => isNamed(`${language}/${name}`))
const failures: string[] = []

const firstViews = FIRST_VIEWS.filter(({ name }) => isWanted(name))
if (firstViews.length > 0) {
  const machine = await setUpMachine({})
  try {
    await inBrowser(machine, context => photographViews(context, firstViews))
  } finally {
    await machine.endRunners()
    await machine.remove()
  }
}
const views = VIEWS.filter(({ name }) => isWanted(name))
const scenes = Object.entries(SCENES).filter(([name]) => isWanted(name))
if (views.length + scenes.length > 0) {
  const office = await setUpOffice()
  try {
    await inBrowser(office.machine, async context => {
      await photographScenes(context, office)
      await photographViews(context, views, office)
    })
  } finally {
    await office.close()
  }
}
if (failures.length > 0) {
  console.error(`\nNot made:\n${failures.join('\n')}`)
  process.exitCode = 1
}

async function inBrowser({ sandbox }: Machine, work: (context: BrowserContext) => Promise<void>): Promise<void> {
  const context = await openChromium(sandbox, { headless: true })
  context.setDefaultTimeout(30_000)
  try {
    await menuIsThere(context)
    await work(context)
  } finally {
    await context.close()
  }
}

/** Every view in both languages and themes. */
async function photographViews(context: BrowserContext, all: readonly View[], office?: Office): Promise<void> {
  for (const language of LANGUAGES)
    for (const { name, size, show } of all) {
      const pictures = THEMES.map(theme => ({ file: join(ALL, language, theme, `${name}.png`), theme, scale: 1, size }))
      await photograph(context, { language, name, show, pictures, office })
    }
}

/** The pictures for the stores and the README. */
async function photographScenes(context: BrowserContext, office: Office): Promise<void> {
  for (const language of LANGUAGES)
    for (const [n, [name, show]] of scenes.entries()) {
      const picture = (file: string, scale: number): Picture => ({ file, scale, theme: 'light', size: SIZE })
      const pictures = [picture(join(STORES, language, `${n + 1}-${name}.png`), SCALE.stores)]
      if (language === 'ro' && IN_README.includes(name))
        pictures.push(picture(join(README, `${name}.png`), SCALE.readme))
      await photograph(context, { language, name, show, pictures, office })
    }
}

type Sitting = {
  language: (typeof LANGUAGES)[number]
  name: string
  show: Scene
  pictures: Picture[]
  office: Office | undefined
}

/** Saves a scene as PNG once it has finished loading. */
async function photograph(context: BrowserContext, { language, name, show, pictures, office }: Sitting): Promise<void> {
  const [first] = pictures
  if (!first || !isNamed(`${language}/${name}`)) return
  const worker = await backgroundOf(context)
  await worker.evaluate(`chrome.storage.local.set({ language: '${language}' })`)
  const page = await context.newPage()
  try {
    const session = await context.newCDPSession(page)
    await resize(session, first)
    await page.emulateMedia({ colorScheme: first.theme, reducedMotion: 'reduce' })
    await show({ page, office: office as Office, language, t: key => translate(language, key) })
    // The card is on another program's page, and its scene waits for it.
    if (page.url().startsWith('chrome-extension:')) await loaded(page)
    for (const picture of pictures) {
      await resize(session, picture)
      await page.emulateMedia({ colorScheme: picture.theme, reducedMotion: 'reduce' })
      await page.mouse.move(0, 0)
      const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
      await mkdir(dirname(picture.file), { recursive: true })
      await writeFile(picture.file, data, 'base64')
      console.log(relative(ROOT, picture.file))
    }
  } catch (error) {
    failures.push(`${relative(ROOT, first.file)}: ${error instanceof Error ? error.message : error}`)
  } finally {
    await page.close()
  }
}

async function resize(session: CDPSession, { size, scale }: Picture): Promise<void> {
  await session.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: scale, mobile: false })
}
