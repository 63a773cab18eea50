import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleXml } from '../authority/documents/sample.ts'
import { seedWorld } from '../authority/world/seed.ts'
import { archivedHashes, sha256 } from '../support/archived-files.ts'
import { run } from '../support/run-program.ts'
import { waitFor } from '../support/wait-for.ts'
import { browserOf, openChromium } from './support/chromium/chromium.ts'
import { chooseCertificateByItself } from './support/chromium/policy.ts'
import { attachSidePanel, type SidePanel } from './support/chromium/side-panel.ts'
import { inOrder } from './support/in-order.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { addCompanies, openPage, signedIn, syncAll, tabOpenedBy } from './support/steps.ts'
import { tabsOf, withEvidence } from './support/views/evidence.ts'

const INVOICES = 10

/** An accountant without any OAuth application, headless: each test continues from the previous one. */
describe.skipIf(missingFor('browser', 'policy'))('the certificate at call time in Chromium', () => {
  let machine: Machine
  let removePolicies: (() => void)[] = []
  let context: BrowserContext
  let panel: SidePanel

  beforeAll(async () => {
    machine = await setUpMachine({
      pin: null,
      access: 'undecided',
      pace: { processingMs: 500, indexingMs: 500 },
      world: now => seedWorld({ now, companies: 2, invoicesPerCompany: INVOICES }),
    })
    const { authority, sandbox, person } = machine
    authority.world.enrol(person.serialNumber, 'all')
    // The API's host has its own port, which asks for the certificate at connect.
    const ports = [authority.port, Number(new URL(authority.profile.certUrl).port)]
    const { commonName: issuer } = authority.ca
    removePolicies = await Promise.all(ports.map(port => chooseCertificateByItself({ port, issuer })))
    context = await openChromium(sandbox, { headless: true })
  })
  afterAll(async () => {
    await context?.close()
    for (const remove of removePolicies) remove()
    await machine?.endRunners()
    await machine?.remove()
  })

  const next = inOrder()
  const step = (work: () => Promise<void>) =>
    next(() => withEvidence({ machine: () => machine, views: () => ({ panel, ...tabsOf(context) }) }, work))
  const journal = () => machine.authority.journal
  const archived = () => archivedHashes(join(machine.sandbox.dataDir, 'archive'), '.zip')
  const expected = () =>
    machine.authority
      .expected()
      .flatMap(({ messages }) => messages.map(message => message.sha256))
      .sort()
  const cuis = () => [...machine.authority.world.companies.keys()]

  async function openPanel() {
    const popup = await openPage(context, 'popup.html')
    await popup.getByRole('button', { name: 'Open the panel' }).click()
    panel = await attachSidePanel(browserOf(context))
  }

  /** The single sign-in, which continues to the mailbox in the same tab. */
  const signIn = async (page: Page) => {
    const tab = await tabOpenedBy(context, () => page.getByRole('button', { name: 'Sign in', exact: true }).click())
    await signedIn(tab)
    return tab
  }

  /** Only the certificate, in the settings. */
  const choose = async () => {
    const settings = await openPage(context, 'options.html')
    const button = settings.getByRole('button', { name: 'Choose the certificate' })
    const tab = await tabOpenedBy(context, () => button.click())
    await tab.getByText('The certificate is chosen').waitFor()
    await Promise.all([tab, settings].map(page => page.close()))
  }

  test(
    'E-28 A-03 no OAuth application: the way is chosen in the guide, and one click leads through e-Factura and SPV in one tab',
    step(async () => {
      const guide = await openPage(context, 'welcome.html')
      await guide.getByLabel('With the certificate alone').check()
      const tab = await signIn(guide)
      const steps = tab.locator('.round-step')
      const texts = (await steps.allInnerTexts()).map(text => text.replace(/\s+/g, ' '))
      expect(texts).toEqual(['e-Factura connected', 'SPV connected'])
      await tab.close()
      await guide.locator('#step-sign-in').getByText('Done', { exact: true }).waitFor()
      await guide.close()
      expect(journal().count({ path: '/authorize' })).toBe(0)
      // The mailbox has its own tests, and its sync would wait when the clock moves.
      const { sandbox, authority } = machine
      await run(process.execPath, [join(import.meta.dirname, '../../dist/recipisa.js'), 'session', 'forget', 'spv'], {
        env: { ...sandbox.env, RECIPISA_PROFILE: authority.profilePath },
      })
    }),
  )

  test(
    'E-28 two companies are synced byte for byte, by the background’s calls with the certificate',
    step(async () => {
      await openPanel()
      await addCompanies(panel, cuis())
      await syncAll(panel, machine.authority.expected())
      expect(await archived()).toEqual(expected())
      const calls = journal().entries.filter(({ path }) => path.includes('/FCTEL/'))
      expect(calls.every(({ host }) => host === 'webserviceapl.localhost')).toBe(true)
      expect(calls.every(one => one.clientCertificatePresented)).toBe(true)
      // The reads share connections.
      expect(new Set(calls.map(({ connection }) => connection)).size).toBeLessThan(calls.length / 2)
    }),
  )

  test(
    'E-28 an upload of 10 MB arrives whole and is followed to its end',
    step(async () => {
      const [seller = '', buyer = ''] = cuis()
      const path = join(machine.sandbox.folder, 'mare.xml')
      await writeFile(path, sampleXml({ seller, buyer, number: 'F-78', bytes: 10_000_000 }))
      await panel.drop([path])
      await panel.click('Upload one invoice')
      await panel.shows('Accepted', 60_000)
      expect(machine.authority.uploadsOf(sha256(await readFile(path)))).toHaveLength(1)
      const own = machine.authority.expected().find(({ cui }) => cui === seller)
      const zip = own?.messages.find(({ number }) => number === 'F-78')?.sha256 ?? 'none'
      await waitFor('its signed ZIP is archived', async () => (await archived()).includes(zip))
      await panel.click('Done')
    }),
  )

  test(
    'E-05 the next upload, whose answer is lost, reaches the authority once, though connections were there to reuse',
    step(async () => {
      const [seller = '', buyer = ''] = cuis()
      const path = join(machine.sandbox.folder, 'factura.xml')
      await writeFile(path, sampleXml({ seller, buyer, number: 'F-77' }))
      machine.authority.faults.add({ match: { path: '/upload' }, effect: { kind: 'reset', handled: true } })
      await panel.drop([path])
      await panel.click('Upload one invoice')
      await panel.shows('Accepted', 60_000)
      expect(machine.authority.uploadsOf(sha256(await readFile(path)))).toHaveLength(1)
      // The browser resends nothing by itself.
      expect(journal().count({ path: '/upload' })).toBe(2)
      machine.authority.faults.clear()
      await panel.click('Done')
    }),
  )

  test(
    'E-28 the browser closes in the middle of a sync and opens again: nothing lost, nothing twice',
    step(async () => {
      const { authority, sandbox } = machine
      const [seller = '', buyer = ''] = cuis()
      for (let n = 0; n < 20; n++) authority.world.addInvoice({ seller, buyer })
      // A list is read up to a certain distance from the present.
      authority.clock.advance(600_000)
      const before = journal().count({ path: '/descarcare', status: 200 })
      const rest = authority.faults.hold({ match: { path: '/descarcare' }, nth: 8 })
      await panel.click('Sync now')
      await rest.reached()
      await context.close()
      rest.release()
      context = await openChromium(sandbox, { headless: true })
      await openPanel()
      await choose()
      await waitFor('everything is archived', async () => (await archived()).length === expected().length, 60_000)
      expect(await archived()).toEqual(expected())
      const downloads = journal().count({ path: '/descarcare', status: 200 }) - before
      // Those under way when the browser closed came again: six calls, and what was about to be archived. No other did.
      expect(downloads).toBeLessThanOrEqual(2 * 20 + 2 * 6)
    }),
  )

  test(
    'E-28 a host that asks for another address gets no call, and the sync says so',
    step(async () => {
      const { authority, sandbox } = machine
      const path = join(sandbox.folder, 'authority/profile.json')
      const profile = JSON.parse(await readFile(path, 'utf8'))
      await writeFile(path, JSON.stringify({ ...profile, certUrl: authority.origin('spv') }))
      const seen = journal().entries.length
      await panel.click('Sync now')
      await panel.shows('The extension does not show the certificate to')
      expect(journal().entries.slice(seen)).toEqual([])
    }),
  )
})
