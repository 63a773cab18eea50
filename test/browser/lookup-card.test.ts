import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '../support/wait-for.ts'
import { browserOf, openChromium } from './support/chromium/chromium.ts'
import { cardOn, type PageCard } from './support/chromium/page-card.ts'
import { attachSidePanel, type SidePanel } from './support/chromium/side-panel.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { type Display, openDisplay } from './support/screen/display.ts'
import { ACME, BETA, framed, LOUD, ODD, PAGE, STRICT } from './support/site/lookup-pages.ts'
import { onePagePdf } from './support/site/one-page-pdf.ts'
import { openWebSite, type WebSite } from './support/site/web-site.ts'
import { menuIsThere } from './support/steps.ts'
import { tabsOf, withEvidence } from './support/views/evidence.ts'

/** Markup that would take effect in a page if it were not escaped. */
const ACME_NAME = 'ACME <B>& FIII</B> SRL'
const VAT_PATH = '/api/PlatitorTvaRest/v9/tva'
/** Our entry in the browser's context menu, by the access key in its title. */
const MENU_KEY = 'y'

/** The colour with which Chromium's PDF viewer marks selected text, on white. */
const SELECTED_IN_PDF = [153, 193, 218] as const

/** A real right click and a real click in the browser's own menu, on unrelated pages. */
describe.skipIf(missingFor('browser', 'screen'))('the context menu on any web page', () => {
  let machine: Machine
  let display: Display
  let context: BrowserContext
  let site: WebSite
  let page: Page
  let card: PageCard

  beforeAll(async () => {
    machine = await setUpMachine({ limits: { publicRequestsPerSecond: 20 } })
    const { registers } = machine.authority
    const usual = { vat: [{ from: '2020-02-03', to: null }], inactive: null, struckOffOn: null, eInvoicing: null }
    registers.set(ACME, { ...usual, name: ACME_NAME })
    registers.set(BETA, { ...usual, name: 'BETA SRL', inactive: { from: '2024-03-01', to: null } })
    site = await openWebSite(url => ({
      '/page': { body: PAGE, policy: STRICT },
      '/frame': { body: framed(url('/page')), policy: STRICT },
      '/foreign': { body: framed(url('/page', 'other.localhost')), policy: STRICT },
      '/narrow': { body: framed(url('/page'), 100), policy: STRICT },
      '/loud': { body: LOUD },
      '/odd': { body: ODD },
      '/paper.pdf': { body: onePagePdf(`CUI ${ACME}`), type: 'application/pdf' },
    }))
    display = await openDisplay(machine.sandbox.env, machine.sandbox.folder)
    const env = { ...machine.sandbox.env, DISPLAY: display.name }
    context = await openChromium({ ...machine.sandbox, env }, { headless: false })
    await menuIsThere(context)
    page = await context.newPage()
  })
  afterEach(() => machine?.authority.faults.clear())
  afterAll(async () => {
    await context?.close()
    await display?.close()
    await site?.close()
    await machine?.remove()
  })

  const step = (work: () => Promise<void>) => () =>
    withEvidence({ machine: () => machine, views: () => ({ screen: display, ...tabsOf(context) }) }, work)
  const open = async (path: string) => {
    // A tab of an earlier, failed test may cover it.
    await page.bringToFront()
    await page.goto(site.url(path))
    card = await cardOn(page)
  }
  /** Tabs that show the panel's page, as happens when the browser refuses to open the panel itself. */
  const pagesWithPanel = () => context.pages().filter(tab => tab.url().includes('sidepanel'))
  const questions = () => machine.authority.registers.questions.filter(({ register }) => register === 'vat').length

  /** Points at the middle of an element, right-clicks, and chooses our entry once the menu is open. */
  async function rightClick(selector: string, frame: Page | ReturnType<Page['frameLocator']> = page): Promise<void> {
    await openMenu(selector, frame)
    await waitFor('the card is there', async () => {
      await display.press(MENU_KEY)
      return (await card.text()) !== undefined
    })
  }
  async function openMenu(selector: string, frame: Page | ReturnType<Page['frameLocator']> = page): Promise<void> {
    const element = frame.locator(selector)
    // Chromium drops earlier clicks.
    await waitFor('the page is painted', () =>
      element.evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0),
    )
    const box = await element.boundingBox()
    if (!box) throw new Error(`nothing to click at: ${selector}`)
    await rightClickAt({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
  }
  async function rightClickAt({ x, y }: { x: number; y: number }): Promise<void> {
    const window = await page.evaluate(() => ({ x: screenX, y: screenY + outerHeight - innerHeight }))
    await display.click({ x: window.x + x, y: window.y + y }, 'right')
  }
  /** Chooses our menu entry, once it is there, when it opens the side panel. */
  async function panelFromMenu(): Promise<SidePanel> {
    const session = await browserOf(context).newBrowserCDPSession()
    await waitFor('the side panel opens', async () => {
      await display.press(MENU_KEY)
      const { targetInfos } = await session.send('Target.getTargets')
      return targetInfos.some(({ url }) => url.endsWith('/sidepanel.html'))
    })
    return attachSidePanel(browserOf(context))
  }
  /** Selects all in the PDF viewer; returns the selection's place once it is stable, or undefined if there is none. */
  async function selectedInViewer(): Promise<{ x: number; y: number } | undefined> {
    let [before, still] = ['', 0]
    for (let looks = 0; looks < 200; looks++) {
      // The viewer does not announce that it takes keys and has text, but it shows its selection.
      const place = await display.middleOf(SELECTED_IN_PDF)
      if (!place) await display.press('ctrl+a')
      // It may move once more, and a right click beside the selection removes it.
      still = place && JSON.stringify(place) === before ? still + 1 : 0
      before = JSON.stringify(place)
      if (still >= 10) return place
    }
    return undefined
  }
  const select = (selector: string, frame: Page | ReturnType<Page['frameLocator']> = page) =>
    frame.locator(selector).evaluate(element => getSelection()?.selectAllChildren(element))

  test(
    'U-03 a selection shows its company in a card beside it, a skeleton before the register answers, on a page whose policy forbids everything',
    step(async () => {
      const answers = machine.authority.faults.hold({ match: { path: VAT_PATH } })
      await open('/page')
      await select('#text')
      await rightClick('#text')
      await answers.reached()
      expect(await card.shows('Querying the register')).not.toContain(ACME_NAME)
      answers.release()
      const shown = await card.shows(ACME_NAME)
      expect(shown).toContain(ACME)
      expect(shown).toMatch(/Registered for VAT since 03\/02\/2020/)

      const [box, text] = [await card.box(), await page.locator('#text').boundingBox()]
      const view = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
      expect(box.right - box.left).toBeLessThanOrEqual(340)
      expect(box.top).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0))
      expect(box.bottom).toBeLessThanOrEqual(view.height)
      expect(box.right).toBeLessThanOrEqual(view.width)
    }),
  )

  test(
    'P-12 a company outside the opt-in register is not called unable to receive e-invoices',
    step(async () => {
      const shown = await card.shows('Not in the opt-in register RO e-Factura')
      expect(shown).not.toMatch(/cannot|receive/i)
    }),
  )

  test(
    'the page sees an empty element and none of what the card says; Escape takes it away',
    step(async () => {
      const seen = await page.evaluate(() => ({
        text: document.documentElement.textContent,
        roots: [...document.querySelectorAll('*')].filter(element => element.shadowRoot !== null).length,
      }))
      expect(seen.text).not.toContain(ACME_NAME)
      expect(seen.roots).toBe(0)
      await display.press('Escape')
      await card.gone()
      expect(await page.evaluate(() => document.querySelectorAll('html > div').length)).toBe(0)
    }),
  )

  test(
    'P-14 a known answer is shown with its age; the register is queried again only on demand',
    step(async () => {
      const before = questions()
      await select('#text')
      await rightClick('#text')
      await card.shows(/updated .*ago|updated just now/)
      await card.shows(ACME_NAME)
      expect(questions()).toBe(before)
      await card.click('Query the registers again')
      await waitFor('the register is asked', () => questions() === before + 1)
      await card.click('Close')
      await card.gone()
    }),
  )

  test(
    'U-03 the text of a link is read, and an inactive company is called inactive',
    step(async () => {
      await open('/page')
      await rightClick('#link')
      await card.shows('BETA SRL')
      await card.shows('Fiscally inactive since 01/03/2024')
    }),
  )

  test(
    'U-03 without a selection the number under the cursor is read',
    step(async () => {
      await open('/page')
      await rightClick('#table tr:last-child td:last-child')
      expect(await card.shows('BETA SRL')).not.toContain(ACME)
    }),
  )

  test(
    'U-03 a selected table gives a list of its companies: each is a click away, and the panel takes them all',
    step(async () => {
      await open('/page')
      await select('#table')
      await rightClick('#table tr:first-child td:first-child')
      const list = await card.shows('BETA SRL')
      expect(list).toContain('2 companies')
      expect(list).toContain('Fiscally inactive')
      await card.click('BETA SRL')
      await card.shows('Fiscally inactive since 01/03/2024')
      await card.click('Back')
      await card.shows('2 companies')
    }),
  )

  test(
    'U-03 in a frame the card is shown in the frame',
    step(async () => {
      await open('/frame')
      const frame = page.frameLocator('iframe')
      await select('#text', frame)
      await rightClick('#text', frame)
      await card.shows(ACME_NAME)
      expect(await frame.locator('html > div').count()).toBe(1)
    }),
  )

  test(
    'U-03 for a frame of another site, which the click does not open to us, the card is shown on the page around it',
    step(async () => {
      await open('/foreign')
      const frame = page.frameLocator('iframe')
      await select('#text', frame)
      await rightClick('#text', frame)
      await card.shows(ACME_NAME)
      expect(await page.locator('html > div').count()).toBe(1)
      await display.press('Escape')
      await card.gone()
    }),
  )

  test(
    'U-03 for a frame too small for the card it is shown on the page around it',
    step(async () => {
      await open('/narrow')
      const frame = page.frameLocator('iframe')
      await select('#text', frame)
      await rightClick('#text', frame)
      await card.shows(ACME_NAME)
      expect(await page.locator('html > div').count()).toBe(1)
    }),
  )

  test(
    'the page’s styles do not reach the card, its dialogs do not shut it out, and it does not hear what is pressed there',
    step(async () => {
      await open('/loud')
      await select('#text')
      await rightClick('#text')
      await card.shows('BETA SRL')
      const box = await card.box()
      expect(box.right - box.left).toBe(340)
      await page.evaluate('heard.length = 0')
      await card.click(`Copy the CUI ${BETA}`)
      await card.shows('Copied')
      expect(await page.evaluate('heard')).toEqual([])
      await display.press('Escape')
      await card.gone()
      // The page's own dialog did not receive that Escape.
      expect(await page.locator('dialog').evaluate(dialog => dialog.hasAttribute('open'))).toBe(true)
      await page.locator('#field').focus()
      await display.press('ctrl+v')
      await waitFor('the CUI is pasted', async () => (await page.locator('#field').inputValue()) === BETA)
    }),
  )

  test(
    'U-03 the card opens the side panel with its company',
    step(async () => {
      await open('/page')
      await rightClick('#link')
      await card.shows('BETA SRL')
      await card.click('Open in the panel')
      const panel = await attachSidePanel(browserOf(context))
      await panel.shows('BETA SRL')
      expect(pagesWithPanel()).toEqual([])
      await panel.close()
    }),
  )

  test(
    'U-03 a number in a shadow tree and the text of a link in a drawing are read; the last of two clicks in a row counts',
    step(async () => {
      await open('/odd')
      await rightClick('#shadow b')
      await openMenu('#drawn')
      await waitFor('the card is about the second one', async () => {
        await display.press(MENU_KEY)
        return (await card.text())?.includes(BETA)
      })
      expect(await page.locator('html > div').count()).toBe(1)
      await display.press('Escape')
      await card.gone()
      await rightClick('#shadow b')
      await card.shows(ACME_NAME)
    }),
  )

  test(
    'where a personal number is selected the panel says that it is no CUI',
    step(async () => {
      await open('/odd')
      await select('#person')
      await openMenu('#person')
      const panel = await panelFromMenu()
      await panel.shows('The selected number has 13 digits: it is a personal number (CNP), not a CUI.')
      await panel.close()
    }),
  )

  test(
    'U-03 in the browser’s PDF viewer, where no card can be, the side panel opens with the company',
    step(async () => {
      const panel = await waitFor(
        'the side panel opens with what is selected',
        async () => {
          // A selection made while Chromium's viewer loads may be visible without any text: then reload it.
          await open('/paper.pdf')
          const selected = await selectedInViewer()
          if (!selected) return undefined
          await display.click(selected, 'right')
          const opened = await panelFromMenu()
          const said = await opened.shows(/Financial statements|There is no CUI where you clicked/)
          if (!said.includes('There is no CUI')) return opened
          await opened.close()
          return undefined
        },
        200_000,
      )
      await waitFor('the company is the one that is open', () =>
        panel.evaluate<boolean>(
          `document.querySelector('.company-page h2')?.textContent === ${JSON.stringify(ACME_NAME)}`,
        ),
      )
      expect(pagesWithPanel()).toEqual([])
    }),
  )
})
