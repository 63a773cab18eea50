import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedWorld } from '../authority/world/seed.ts'
import { plant } from '../planted/mark.ts'
import { archivedHashes } from '../support/archived-files.ts'
import { run } from '../support/run-program.ts'
import { waitFor } from '../support/wait-for.ts'
import { openChromium } from './support/chromium/chromium.ts'
import { inOrder } from './support/in-order.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { cancelCertificate, chooseCertificate, presentCertificate } from './support/screen/certificate-prompt.ts'
import { type Display, openDisplay } from './support/screen/display.ts'
import { addCompanies, beginSignIn, ended, openSidePanel, signedIn, syncAll } from './support/steps.ts'
import { tabsOf, withEvidence } from './support/views/evidence.ts'

const PIN = plant('pin')
const LOGIN = 'logincert.localhost'
const SPV = 'webserviced.localhost'

/** As a person works: a window, a token with a PIN, no policy that chooses for them. */
describe.skipIf(missingFor('browser', 'screen'))('in a window, with a token that asks for its PIN', () => {
  let machine: Machine
  let display: Display
  let context: BrowserContext

  beforeAll(async () => {
    machine = await setUpMachine({ pin: PIN, world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 15 }) })
    const { sandbox, authority, person } = machine
    authority.world.enrol(person.serialNumber, 'all')
    display = await openDisplay(sandbox.env, sandbox.folder)
    await open()
  })
  afterAll(async () => {
    await context?.close()
    await display?.close()
    await machine?.remove()
  })

  const next = inOrder()
  const step = (work: () => Promise<void>) =>
    next(() => withEvidence({ machine: () => machine, views: () => ({ screen: display, ...tabsOf(context) }) }, work))
  const open = async () => {
    const { sandbox, authority } = machine
    const env = { ...sandbox.env, DISPLAY: display.name, RECIPISA_CLIENT_SECRET: authority.clientSecret }
    context = await openChromium({ ...sandbox, env }, { headless: false })
  }
  const steps = () => machine.authority.journal.find({ path: '/my.policy' })
  const shownAt = () =>
    steps().flatMap(({ host, clientCertificatePresented }) => (clientCertificatePresented ? [host] : []))
  /** Chromium asks for a certificate at each host in its turn. */
  const hasTurn = (host: string) => waitFor(`${host} has its turn`, () => steps().some(each => each.host === host))

  test(
    'G-13 a choice that is cancelled fails its step, with whose side it is on, and the next one is gone through',
    step(async () => {
      const tab = await beginSignIn(context)
      await hasTurn(LOGIN)
      await cancelCertificate(display)
      await hasTurn(SPV)
      await presentCertificate(display, PIN)
      await ended(tab)
      await tab.getByRole('heading', { name: 'The sign-in is not complete' }).waitFor()
      await tab.getByText('ANAF received no certificate.').waitFor()
      expect(shownAt()).toEqual([SPV])
      // Until it closes, the browser remembers the cancelled choice.
      await context.close()
      await open()
      const program = join(import.meta.dirname, '../../dist/recipisa.js')
      const { sandbox, authority } = machine
      await run(process.execPath, [program, 'session', 'forget', 'spv'], {
        env: { ...sandbox.env, RECIPISA_PROFILE: authority.profilePath },
      })
    }),
  )

  test(
    'A-03 the certificate is chosen at each host and the PIN typed once in the browser’s own windows, and every invoice is archived',
    step(async () => {
      const { authority, sandbox } = machine
      const before = shownAt().length
      const tab = await beginSignIn(context)
      await presentCertificate(display, PIN)
      await waitFor('e-Factura has the certificate', () => shownAt().slice(before).includes(LOGIN))
      await chooseCertificate(display)
      await signedIn(tab)
      expect(shownAt().slice(before)).toEqual([LOGIN, SPV])

      const panel = await openSidePanel(context, tab)
      await addCompanies(panel, [...authority.world.companies.keys()])
      await syncAll(panel, authority.expected())
      const wanted = authority.expected().flatMap(({ messages }) => messages.map(message => message.sha256))
      expect(await archivedHashes(join(sandbox.dataDir, 'archive'), '.zip')).toEqual(wanted.sort())
    }),
  )
})
