import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VERSION } from '../../shared/domain/product.ts'
import { seedMail } from '../authority/spv/seed.ts'
import { seedWorld } from '../authority/world/seed.ts'
import { command } from '../contract/support/host.ts'
import { archivedHashes } from '../support/archived-files.ts'
import { waitFor } from '../support/wait-for.ts'
import { browserOf, guideIn, openChromium } from './support/chromium/chromium.ts'
import { chooseCertificateByItself } from './support/chromium/policy.ts'
import { attachSidePanel } from './support/chromium/side-panel.ts'
import { inOrder } from './support/in-order.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { ended, openPage, tabClosed, tabOpenedBy } from './support/steps.ts'
import { tabsOf, withEvidence } from './support/views/evidence.ts'
import { findProblems, findVisibleProblems } from './support/views/find-problems.ts'

/** The guide step by step in Romanian: pictures for reviewers and for the README. */
const PICTURES = join(import.meta.dirname, '../../.output/pictures/first-run')
const WRONG_SECRET = 'un-secret-care-nu-este-al-aplicatiei'

/** From a new profile without a host to the first invoice: each test continues from the last. */
describe.skipIf(missingFor('browser', 'policy'))('the first run in Chromium', () => {
  let machine: Machine
  let removePolicy: () => void
  let context: BrowserContext
  let guide: Page

  beforeAll(async () => {
    machine = await setUpMachine({
      pin: null,
      isHostless: true,
      world: now => seedWorld({ now, companies: 1, invoicesPerCompany: 12 }),
      mail: seedMail({ messages: 4 }),
    })
    const { authority, sandbox } = machine
    // A newcomer has the authority's addresses, and no application yet.
    const profile = JSON.parse(await readFile(authority.profilePath, 'utf8'))
    const { clientId: _, redirectUri: __, ...endpoints } = profile
    await writeFile(authority.profilePath, JSON.stringify(endpoints))
    await mkdir(PICTURES, { recursive: true })
    removePolicy = await chooseCertificateByItself({ port: authority.port, issuer: authority.ca.commonName })
    context = await openChromium(sandbox, { headless: true, keepsGuide: true })
  })
  afterAll(async () => {
    await context?.close()
    removePolicy?.()
    await machine?.remove()
  })

  const next = inOrder()
  const step = (work: () => Promise<void>) =>
    next(() => withEvidence({ machine: () => machine, views: () => tabsOf(context) }, work))
  /** Waits until a step's title shows this state. */
  const shows = (id: string, state: string) => guide.locator(`#step-${id}`).getByText(state, { exact: true }).waitFor()
  const press = (name: string | RegExp) => guide.getByRole('button', { name, exact: true }).click()
  const lookAs = async (colorScheme: 'light' | 'dark', width: number) => {
    await guide.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await guide.setViewportSize({ width, height: 640 })
  }
  /** Takes a screenshot as a desktop shows it. */
  const photograph = async (name: string) => {
    await guide.locator('.skeleton').first().waitFor({ state: 'detached' })
    await guide.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true })
  }
  /** Also checks accessibility, there and in the dark at 320 px: for a view with something new. */
  const examine = async (name: string) => {
    await photograph(name)
    const wide = await findProblems(guide)
    await lookAs('dark', 320)
    const narrow = await findProblems(guide)
    await lookAs('light', 860)
    expect([wide, narrow], name).toEqual([[], []])
  }
  /** Signs in from the guide, and returns to it when the tab has ended on our page. */
  const signIn = async () => {
    const tab = await tabOpenedBy(context, () => press(/^(Conectare|Reconectare)$/))
    await ended(tab)
    await tab.close()
  }
  const save = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await guide.getByLabel(label).fill(text)
    await press('Salvează setările')
    // An earlier sign-in would use the old application.
    await shows('application', 'Gata')
  }

  test(
    'U-09 after the installation the guide opens by itself, says that the host is missing, and has the installer of this system',
    step(async () => {
      guide = await guideIn(context)
      await lookAs('light', 860)
      await guide.evaluate(`chrome.storage.local.set({ language: 'ro' })`)
      await guide.locator('html[lang=ro]').waitFor()
      await shows('program', 'Acum')
      await guide.getByText('0 pași din 8 gata. Urmează: Programul local.').waitFor()
      const installer = guide.getByRole('link', { name: 'Descarcă pentru Linux' })
      expect(await installer.getAttribute('href')).toContain(VERSION)
      await photograph('1-programul-local')
    }),
  )

  test(
    'U-09 a host that may not or cannot run is told apart from a missing one, and a good one is found without a click',
    step(async () => {
      const { sandbox } = machine
      // For another profile: the guide is already polling; it would find a good host and have no reason to poll again.
      const elsewhere = join(sandbox.folder, 'elsewhere')
      const installed = await command(['host', 'install', '--user-data-dir', elsewhere], { ...sandbox.env })
      expect(installed.code, installed.stderr).toBe(0)
      const name = 'NativeMessagingHosts/ro.recipisa.host.json'
      const manifest = JSON.parse(await readFile(join(elsewhere, name), 'utf8'))
      await mkdir(join(sandbox.userDataDir, 'NativeMessagingHosts'), { recursive: true })
      /** In one move: half a manifest is no manifest. */
      const change = async (part: object) => {
        await writeFile(join(elsewhere, 'next'), JSON.stringify({ ...manifest, ...part }))
        await rename(join(elsewhere, 'next'), join(sandbox.userDataDir, name))
      }

      // Until it answers, guide and settings have less to show, and are no wider than their pages.
      const silent = join(elsewhere, 'silent')
      await writeFile(silent, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
      await change({ path: silent })
      await lookAs('light', 320)
      await guide.reload()
      await guide.locator('.skeleton').waitFor()
      expect(await findVisibleProblems(guide)).toEqual([])
      await lookAs('light', 860)
      const settings = await openPage(context, 'options.html')
      await settings.setViewportSize({ width: 320, height: 640 })
      await settings.locator('.skeleton').waitFor()
      expect(await findVisibleProblems(settings)).toEqual([])
      await settings.close()

      await change({ allowed_origins: [`chrome-extension://${'a'.repeat(32)}/`] })
      await guide.reload()
      await guide.getByText('Programul local este instalat, dar nu acceptă această extensie.').waitFor()
      await shows('program', 'De rezolvat')
      await examine('2-alta-extensie')
      await change({ path: '/bin/true' })
      await guide.getByText('Programul local pornește, dar se oprește imediat.').waitFor()
      await change({})
      await shows('program', 'Gata')
      await shows('application', 'Acum')
      await examine('3-de-pregatit')
    }),
  )

  test(
    'U-09 a ticked list, program, SPV, e-Factura, sync, which says what works without e-Factura and leads there',
    step(async () => {
      expect(await guide.locator('.step h2').allTextContents()).toEqual([
        'Programul local',
        'Ce merge fără e-Factura',
        'Certificatul',
        'Drepturile în SPV',
        'SPV și firmele',
        'Accesul la e-Factura',
        'Conectarea la e-Factura',
        'Prima sincronizare',
      ])
      await guide.getByText('Mesajele SPV și declarațiile au nevoie numai de certificat.').waitFor()
      await press('Caută o firmă')
      const panel = await attachSidePanel(browserOf(context))
      await waitFor('the panel shows the companies', () =>
        panel.evaluate<boolean>(`document.querySelector('[role=tab][aria-selected=true]')?.id === 'tab-companies'`),
      )
      await panel.shows(/CUI/)
      await press('Validează un XML')
      await panel.shows('Trageți aici facturi XML')
      await panel.close()
    }),
  )

  test(
    'U-09 a wrong redirect URI and missing rights are each told in the step that mends them',
    step(async () => {
      const { clientId, redirectUri } = machine.authority.profile
      await save({ 'Client ID': clientId, 'Client secret': WRONG_SECRET })
      await shows('sign-in', 'Acum')
      await photograph('4-conectarea')

      await signIn()
      await shows('application', 'De rezolvat')
      await guide.getByText('ANAF nu acceptă adresa de redirectare https://localhost:8443/callback').waitFor()
      await examine('5-adresa-gresita')

      await save({ 'Adresa de redirectare': redirectUri })
      await signIn()
      await shows('rights', 'De rezolvat')
      await guide.getByText('ANAF a refuzat conectarea: access_denied.').waitFor()
      await photograph('6-fara-drepturi')
    }),
  )

  test(
    'U-09 SPV brings the companies while e-Factura cannot be reached yet; then a wrong client secret is told',
    step(async () => {
      machine.authority.world.enrol(machine.person.serialNumber, 'all')
      const visit = await tabOpenedBy(context, () => press('Conectare la SPV'))
      await tabClosed(visit)
      await press('Citește firmele din SPV')
      await press('Alege')
      await examine('7-firmele-din-spv')
      await press('Adaugă o firmă')
      await shows('companies', 'Gata')
      await shows('sign-in', 'Acum')

      await signIn()
      await shows('application', 'De rezolvat')
      await guide.getByText('client ID sau client secret greșit').waitFor()
    }),
  )

  test(
    'A-16 the client secret leaves the guide when it is saved, and is in no storage of the extension',
    step(async () => {
      const { clientSecret } = machine.authority
      await save({ 'Client secret': clientSecret })
      expect(await guide.getByLabel('Client secret').inputValue()).toBe('')
      const storage = await guide.evaluate(
        `Promise.all(['local', 'session', 'sync'].map(area => chrome.storage[area].get(null))).then(JSON.stringify)`,
      )
      const left = `${storage} ${await guide.content()}`
      expect([clientSecret, WRONG_SECRET].filter(secret => left.includes(secret))).toEqual([])
      await signIn()
      for (const id of ['certificate', 'rights', 'application', 'sign-in']) await shows(id, 'Gata')
      await shows('sync', 'Acum')
    }),
  )

  test(
    'U-09 the first sync ends with the first invoice and every step done',
    step(async () => {
      await photograph('8-prima-sincronizare')

      await press('Sincronizează')
      await guide.getByRole('heading', { name: 'Prima dumneavoastră factură este aici' }).waitFor()
      await guide.getByText('8 pași din 8 gata. Totul este pregătit.').waitFor()
      const wanted = machine.authority.expected().flatMap(({ messages }) => messages.map(({ sha256 }) => sha256))
      expect(await archivedHashes(join(machine.sandbox.dataDir, 'archive'), '.zip')).toEqual(wanted.sort())
      await examine('9-prima-factura')
    }),
  )
})
