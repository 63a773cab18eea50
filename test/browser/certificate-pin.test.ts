import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleXml } from '../authority/documents/sample.ts'
import { seedWorld } from '../authority/world/seed.ts'
import { plant } from '../planted/mark.ts'
import { archivedHashes, sha256 } from '../support/archived-files.ts'
import { waitFor } from '../support/wait-for.ts'
import { browserOf, openChromium } from './support/chromium/chromium.ts'
import { attachSidePanel, type SidePanel } from './support/chromium/side-panel.ts'
import { inOrder } from './support/in-order.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { chooseCertificate, presentCertificate } from './support/screen/certificate-prompt.ts'
import { type Display, openDisplay } from './support/screen/display.ts'
import { addCompanies, openPage, signedIn, syncAll, tabOpenedBy } from './support/steps.ts'
import { tabsOf, withEvidence } from './support/views/evidence.ts'

const PIN = plant('pin')

/** As a person works: a window, a token with a PIN, no policy that chooses for them, and no OAuth application. */
describe.skipIf(missingFor('browser', 'screen'))('with the certificate alone, on a token that asks for its PIN', () => {
  let machine: Machine
  let display: Display
  let context: BrowserContext
  let panel: SidePanel

  beforeAll(async () => {
    machine = await setUpMachine({
      pin: PIN,
      access: 'certificate',
      world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 5 }),
    })
    const { sandbox, authority, person } = machine
    authority.world.enrol(person.serialNumber, 'all')
    display = await openDisplay(sandbox.env, sandbox.folder)
    context = await openChromium({ ...sandbox, env: { ...sandbox.env, DISPLAY: display.name } }, { headless: false })
  })
  afterAll(async () => {
    await context?.close()
    await display?.close()
    await machine?.remove()
  })

  const next = inOrder()
  const step = (work: () => Promise<void>) =>
    next(() =>
      withEvidence({ machine: () => machine, views: () => ({ screen: display, panel, ...tabsOf(context) }) }, work),
    )

  test(
    'E-28 A-03 one choice and one PIN serve every call of the background, with the page closed',
    step(async () => {
      const { authority, sandbox } = machine
      const popup = await openPage(context, 'popup.html')
      const signIn = popup.getByRole('button', { name: 'Sign in', exact: true })
      const page = await tabOpenedBy(context, () => signIn.click())
      await presentCertificate(display, PIN)
      await waitFor('the mailbox has its turn', () => authority.journal.count({ path: '/my.policy' }) > 0)
      await chooseCertificate(display)
      await signedIn(page)
      await page.close()

      await popup.getByRole('button', { name: 'Open the panel' }).click()
      panel = await attachSidePanel(browserOf(context))
      await addCompanies(panel, [...authority.world.companies.keys()])
      await syncAll(panel, authority.expected())
      const wanted = authority.expected().flatMap(({ messages }) => messages.map(message => message.sha256))
      expect(await archivedHashes(join(sandbox.dataDir, 'archive'), '.zip')).toEqual(wanted.sort())
    }),
  )

  test(
    'E-05 E-28 a token that is pulled: an upload, which needs a connection of its own, reaches nobody’s account, and says what to do',
    step(async () => {
      const { authority, sandbox } = machine
      const [seller = '', buyer = ''] = authority.world.companies.keys()
      const path = join(sandbox.folder, 'factura.xml')
      await writeFile(path, sampleXml({ seller, buyer }))
      // Chromium continues without a certificate.
      const token = join(sandbox.folder, 'token/tokens')
      await rename(token, `${token}-out`)
      await panel.drop([path])
      await panel.click('Upload one invoice')
      await panel.shows('ANAF did not accept the chosen certificate')
      expect(authority.uploadsOf(sha256(await readFile(path)))).toEqual([])
      const [sent, ...others] = authority.journal.find({ path: '/upload' })
      expect([sent?.clientCertificatePresented, others]).toEqual([false, []])
    }),
  )
})
