import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedWorld } from '../authority/world/seed.ts'
import { inOrder } from '../browser/support/in-order.ts'
import { type Machine, setUpMachine } from '../browser/support/machine/machine.ts'
import { missingFor } from '../browser/support/machine/missing.ts'
import { ACME, PAGE, STRICT } from '../browser/support/site/lookup-pages.ts'
import { openWebSite, type WebSite } from '../browser/support/site/web-site.ts'
import { addCompanies, type PanelView, syncAll } from '../browser/support/steps.ts'
import { withEvidence } from '../browser/support/views/evidence.ts'
import { archivedHashes, sha256 } from '../support/archived-files.ts'
import { run } from '../support/run-program.ts'
import { waitFor } from '../support/wait-for.ts'
import { type BrowserWindow, browserWindow } from './support/browser-window.ts'
import { type Firefox, openFirefox } from './support/firefox.ts'
import { ownView } from './support/own-view.ts'
import { pageUrl } from './support/prefs.ts'
import type { Tab } from './support/tab.ts'

const PROGRAM = join(import.meta.dirname, '../../dist/recipisa.js')
const INVOICES = 10
const SPV = 'webserviced.localhost'
const LIST = '/SPVWS2/rest/listaMesaje'

/** One accountant's day in Firefox, without a window: each test continues from the last. */
describe.skipIf(missingFor('firefox'))('the whole way in Firefox', () => {
  let machine: Machine
  let firefox: Firefox
  let window: BrowserWindow
  /** The settings, which stay open: they give access to the popup and the sidebar. */
  let settings: Tab
  let popup: PanelView
  let sidebar: PanelView
  let site: WebSite
  let views: Record<string, Tab> = {}

  beforeAll(async () => {
    machine = await setUpMachine({ world: now => seedWorld({ now, companies: 2, invoicesPerCompany: INVOICES }) })
    const { authority, person, sandbox } = machine
    authority.world.enrol(person.serialNumber, 'all')
    authority.registers.set(ACME, { name: 'ACME SRL', inactive: null, struckOffOn: null, eInvoicing: null })
    site = await openWebSite(() => ({ '/page': { body: PAGE, policy: STRICT } }))
    // As a person does it; Firefox finds the manifest in the home folder.
    await run(process.execPath, [PROGRAM, 'host', 'install'], { env: sandbox.env })
    firefox = await openFirefox(machine)
    window = await browserWindow(firefox.bidi)
  })
  afterAll(async () => {
    await firefox?.close()
    await site?.close()
    await machine?.remove()
  })

  const next = inOrder()
  const step = (work: () => Promise<void>) => {
    const tabs = async () => Object.fromEntries((await firefox.tabs()).map((tab, n) => [`tab-${n}`, tab]))
    return next(() =>
      withEvidence({ machine: () => machine, views: () => views }, () =>
        work().catch(async error => {
          views = await tabs()
          throw error
        }),
      ),
    )
  }
  const journal = () => machine.authority.journal
  const expected = () => machine.authority.expected().flatMap(({ messages }) => messages)
  const fromPopup = async (name: string) => {
    await window.openPopup()
    await popup.click(name)
  }

  test(
    'U-09 the guide opens by itself and finds the host by its manifest; the client secret is entered once, in the settings',
    step(async () => {
      const guide = await firefox.tabAt(pageUrl('welcome.html'))
      await guide.shows('Next: SPV and the companies.')
      await guide.close()
      settings = await firefox.open(pageUrl('options.html'))
      popup = ownView(settings, 'popup')
      sidebar = ownView(settings, 'sidebar')
      await settings.fill('Client secret', machine.authority.clientSecret)
      await settings.click('Save settings')
      await settings.shows('The settings were saved.')
    }),
  )

  test(
    'without access to ANAF’s sites no sign-in begins, and the popup says what to do',
    step(async () => {
      const sites = ['https://*.localhost/*']
      expect(await settings.evaluate(`browser.permissions.remove({ origins: ${JSON.stringify(sites)} })`)).toBe(true)
      await fromPopup('Sign in')
      await popup.shows('The browser does not let the Recipisa extension access')
      expect(journal().count({ path: '/authorize' })).toBe(0)
      await window.allow(sites)
    }),
  )

  test(
    'G-13 the popup’s sign-in takes its code after the certificate, though Firefox stopped the background meanwhile, and goes on to SPV in the same tab',
    step(async () => {
      const held = machine.authority.faults.hold({ match: { path: '/authorize' }, times: 1 })
      await fromPopup('Sign in')
      await held.reached()
      // Only after it has closed its port to the host.
      await waitFor('the background is stopped', async () => {
        await window.idle()
        return (await window.backgroundState()) === 'stopped'
      })
      held.release()
      const tab = await firefox.tabAt(pageUrl('signed-in.html'))
      await tab.shows('You are signed in')
      await tab.shows(machine.person.serialNumber)
      const shown = journal()
        .find({ path: '/my.policy' })
        .filter(entry => entry.clientCertificatePresented)
      expect(shown.map(({ host }) => host)).toEqual(['logincert.localhost', SPV])
      expect(journal().count({ path: '/token' })).toBe(1)
    }),
  )

  test(
    'a click on our page opens the sidebar; both companies are added in it, and a sync archives every invoice byte for byte',
    step(async () => {
      const tab = await firefox.tabAt(pageUrl('signed-in.html'))
      await tab.click('Add companies')
      await waitFor('the sidebar is open', async () => (await window.sidebar()) === pageUrl('sidepanel.html'))
      await addCompanies(sidebar, [...machine.authority.world.companies.keys()])
      await syncAll(sidebar, machine.authority.expected())
      const wanted = expected().map(message => message.sha256)
      expect(wanted).toHaveLength(2 * INVOICES)
      expect(await archivedHashes(join(machine.sandbox.dataDir, 'archive'), '.zip')).toEqual(wanted.sort())
    }),
  )

  test(
    'the sidebar saves an archived ZIP into Downloads',
    step(async () => {
      const message = expected().findLast(({ type }) => type === 'FACTURA PRIMITA')
      if (!message) throw new Error('the world has no received invoice')
      await sidebar.click('Invoices')
      await sidebar.fill('Search number, name, CUI, amount or month', message.number)
      await sidebar.click(message.number)
      await sidebar.click('More actions')
      await sidebar.click('ZIP')
      const [, name = ''] = /Saved to Downloads: (\S.*?\.zip)/.exec(await sidebar.shows('Saved to Downloads')) ?? []
      expect(await readdir(machine.sandbox.downloads)).toEqual([name])
      expect(sha256(await readFile(join(machine.sandbox.downloads, name)))).toBe(message.sha256)
    }),
  )

  test(
    'a hang-up of the gateway is tried once more; the mailbox’s list, which no script may read, is left to the host, with the background kept alive',
    step(async () => {
      const { faults } = machine.authority
      const hangup = faults.add({
        match: { host: SPV, path: '/my.policy' },
        effect: { kind: 'redirect', location: '/vdesk/hangup.php3' },
      })
      // The first list leads to the hang-up, the second to the certificate, the third is shown in Firefox's viewer; the fourth
      // is the host's.
      const held = faults.hold({ match: { host: SPV, path: LIST }, nth: 4, times: 1 })
      // The sign-in has brought a session, which ends here.
      await run(process.execPath, [PROGRAM, 'session', 'forget', 'spv'], {
        env: { ...machine.sandbox.env, RECIPISA_PROFILE: machine.authority.profilePath },
      })
      await fromPopup('Sign in to SPV separately')
      await held.reached()
      expect(hangup.struck).toBe(1)
      await window.idle()
      expect(await window.backgroundState()).toBe('running')
      held.release()
      await window.openPopup()
      await popup.shows(/session active · \d\d:\d\d/)
      await waitFor('the visit’s tab closes by itself', async () =>
        (await firefox.tabs()).every(({ url }) => !url.includes(SPV)),
      )
    }),
  )

  test(
    'a right click on any page shows the selected company in a card, under a policy that forbids everything',
    step(async () => {
      const page = await firefox.open(site.url('/page'))
      await page.evaluate(`getSelection().selectAllChildren(document.querySelector('#text'))`)
      await page.rightClick('#text')
      expect(await window.takeMenuEntry()).toMatch(/^Check company/)
      const shown = await waitFor('the card shows the company', async () => {
        const texts = await page.textsWithin('html')
        return texts.includes('ACME SRL') && texts
      })
      expect(shown).toContain(ACME)
    }),
  )

  test(
    'U-10 all of that in Firefox as well as in Chromium, and no other machine was asked for anything',
    step(async () => {
      const { asked } = firefox.outside
      expect(asked).toEqual([])
      // Its requests for one are recorded here.
      await firefox.open('http://outside.invalid/')
      expect(asked).toContain('http://outside.invalid/')
    }),
  )
})
