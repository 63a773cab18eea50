import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedWorld } from '../authority/world/seed.ts'
import { archivedHashes } from '../support/archived-files.ts'
import { waitFor } from '../support/wait-for.ts'
import { openChromium } from './support/chromium/chromium.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { chooseCertificate, presentCertificate } from './support/screen/certificate-prompt.ts'
import { type Display, openDisplay } from './support/screen/display.ts'
import { addCompanies, beginSignIn, openSidePanel, signedIn, syncAll } from './support/steps.ts'
import { tabsOf, withEvidence } from './support/views/evidence.ts'

const PIN = '493175'
const SPV = 'webserviced.localhost'

/** As a person does it: a window, a token with a PIN, no policy that chooses for them. */
describe.skipIf(missingFor('browser', 'screen'))('in a window, with a token that asks for its PIN', () => {
  let machine: Machine
  let display: Display
  let context: BrowserContext

  beforeAll(async () => {
    machine = await setUpMachine({ pin: PIN, world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 15 }) })
    const { sandbox, authority, person } = machine
    authority.world.enrol(person.serialNumber, 'all')
    display = await openDisplay(sandbox.env, sandbox.folder)
    const env = { ...sandbox.env, DISPLAY: display.name, RECIPISA_CLIENT_SECRET: authority.clientSecret }
    context = await openChromium({ ...sandbox, env }, { headless: false })
  })
  afterAll(async () => {
    await context?.close()
    await display?.close()
    await machine?.remove()
  })

  test('A-03 the certificate is chosen and the PIN typed once in the browser’s own windows, and every invoice is archived', () =>
    withEvidence({ machine: () => machine, views: () => ({ screen: display, ...tabsOf(context) }) }, async () => {
      const { authority, sandbox } = machine
      const tab = await beginSignIn(context)
      await presentCertificate(display, PIN)
      // Chromium remembers the choice for each host, the token its PIN for all.
      await waitFor(
        'the mailbox has its turn',
        () => authority.journal.find({ host: SPV, path: '/my.policy' }).length > 0,
      )
      await chooseCertificate(display)
      await signedIn(tab)
      const shown = authority.journal.find({ path: '/my.policy' }).filter(entry => entry.clientCertificatePresented)
      expect(shown.map(({ host }) => host)).toEqual(['logincert.localhost', SPV])

      const panel = await openSidePanel(context, tab)
      await addCompanies(panel, [...authority.world.companies.keys()])
      await syncAll(panel, authority.expected())
      const wanted = authority.expected().flatMap(({ messages }) => messages.map(message => message.sha256))
      expect(await archivedHashes(join(sandbox.dataDir, 'archive'), '.zip')).toEqual(wanted.sort())
    }))
})
