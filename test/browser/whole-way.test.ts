import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedWorld } from '../authority/world/seed.ts'
import { archivedHashes, filesUnder, sha256 } from '../support/archived-files.ts'
import { waitFor } from '../support/wait-for.ts'
import { openChromium } from './support/chromium/chromium.ts'
import { chooseCertificateByItself } from './support/chromium/policy.ts'
import type { SidePanel } from './support/chromium/side-panel.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import {
  addCompanies,
  beginSignIn,
  documentsIn,
  ended,
  enterClientSecret,
  openPage,
  openSidePanel,
  pageUrl,
  signedIn,
  syncAll,
} from './support/steps.ts'
import { tabsOf, withEvidence } from './support/views/evidence.ts'

const INVOICES = 40

/** One accountant's day, headless with a key that asks for no PIN: each test continues from the last. */
describe.skipIf(missingFor('browser', 'policy'))('the whole way in Chromium', () => {
  let machine: Machine
  let removePolicy: () => void
  let context: BrowserContext
  let tab: Page
  let panel: SidePanel

  beforeAll(async () => {
    machine = await setUpMachine({
      pin: null,
      world: now => seedWorld({ now, companies: 2, invoicesPerCompany: INVOICES }),
    })
    const { authority, sandbox } = machine
    removePolicy = await chooseCertificateByItself({ port: authority.port, issuer: authority.ca.commonName })
    context = await openChromium(sandbox, { headless: true })
  })
  afterAll(async () => {
    await context?.close()
    removePolicy?.()
    await machine?.remove()
  })

  const step = (work: () => Promise<void>) => () =>
    withEvidence({ machine: () => machine, views: () => ({ panel, ...tabsOf(context) }) }, work)
  const journal = () => machine.authority.journal
  const expected = () => machine.authority.expected().flatMap(({ messages }) => messages)

  test(
    'the client secret is entered once, on the settings page',
    step(async () => {
      await enterClientSecret(context, machine.authority.clientSecret)
    }),
  )

  test(
    'A-05 an error redirect ends the visit with its reason',
    step(async () => {
      tab = await beginSignIn(context)
      await ended(tab)
      await tab.getByText('access_denied').waitFor()
      expect(await tab.getByRole('heading').textContent()).toBe('The sign-in failed')
      expect(journal().count({ path: '/token' })).toBe(0)
      await tab.close()
    }),
  )

  test(
    'A-04 an unrequested code, or one in a tab outside the visit, is dropped',
    step(async () => {
      const { redirectUri } = machine.authority.profile
      const bringUnasked = async () => {
        const stranger = await context.newPage()
        const failed = stranger.waitForEvent('requestfailed')
        await stranger.evaluate(`location.href = '${redirectUri}?code=unasked'`)
        expect((await failed).failure()?.errorText).toBe('net::ERR_CONNECTION_REFUSED')
        await waitFor('the error page stays', () => stranger.url().startsWith('chrome-error:'))
        await stranger.close()
      }
      await bringUnasked()

      // The gateway withholds its answer, so that the attempt waits while the stranger's code arrives.
      machine.authority.world.enrol(machine.person.serialNumber, 'all')
      const held = machine.authority.faults.hold({ match: { path: '/authorize' }, times: 1 })
      tab = await beginSignIn(context)
      await held.reached()
      await bringUnasked()
      held.release()

      await signedIn(tab)
      const exchanges = journal().find({ path: '/token' })
      expect(
        exchanges.map(({ form, status }) => [form?.code === `sha256:${sha256(Buffer.from('unasked'))}`, status]),
      ).toEqual([[false, 200]])
    }),
  )

  test(
    'A-03 the browser’s own certificate step gives the code; nothing listens at the callback; the tab ends on our page',
    step(async () => {
      expect(tab.url()).toBe(pageUrl('signed-in.html'))
      await tab.getByText(machine.person.serialNumber, { exact: false }).waitFor()
      const { port } = new URL(machine.authority.profile.redirectUri)
      await expect(connects(Number(port))).resolves.toBe(false)
    }),
  )

  test(
    'the protected GET is sent to /my.policy, and the token’s certificate is shown in a TLS renegotiation there',
    step(async () => {
      const login = journal().entries.filter(({ host }) => host === 'logincert.localhost')
      const [challenged] = login.filter(({ path }) => path.endsWith('/authorize'))
      expect(challenged).toMatchObject({ method: 'GET', status: 302, clientCertificatePresented: false })
      expect(
        login
          .filter(({ path }) => path === '/my.policy')
          .map(({ status, clientCertificatePresented }) => [status, clientCertificatePresented]),
      ).toContainEqual([302, true])
      const cookies = await context.cookies(machine.authority.origin('login'))
      expect(cookies.map(({ name }) => name).sort()).toEqual(
        expect.arrayContaining(['F5_ST', 'LastMRH_Session', 'MRHSession']),
      )
    }),
  )

  test(
    'H-11 the settings show the token’s certificate without a PIN, and that it is the one of the sign-in',
    step(async () => {
      const settings = await openPage(context, 'options.html')
      const card = settings.getByRole('article')
      await card.getByRole('heading', { name: /^IONESCU MARIA/ }).waitFor()
      const { serialNumber } = machine.person
      const shown = (await card.textContent()) ?? ''
      for (const part of ['valid', 'Token', 'Recipisa', 'Used for', 'e-Factura', serialNumber.replace(/^0+/, '')])
        expect(shown).toContain(part)
      await settings.close()
    }),
  )

  test(
    'both companies are added in the side panel, each with its rights',
    step(async () => {
      panel = await openSidePanel(context, tab)
      await addCompanies(panel, [...machine.authority.world.companies.keys()])
    }),
  )

  test(
    'a sync archives every invoice of both companies, byte for byte what the authority sent',
    step(async () => {
      await syncAll(panel, machine.authority.expected())
      const wanted = expected()
        .map(message => message.sha256)
        .sort()
      expect(wanted).toHaveLength(2 * INVOICES)
      expect(await archivedHashes(join(machine.sandbox.dataDir, 'archive'), '.zip')).toEqual(wanted)
      const sent = journal().find({ path: '/descarcare', status: 200 })
      expect(sent.map(({ responseSha256 }) => responseSha256).sort()).toEqual(wanted)
      expect(sent.every(({ completed }) => completed)).toBe(true)
    }),
  )

  test(
    'the side panel shows every document of both companies, those of a self-billed one together',
    step(async () => {
      await panel.click('Invoices')
      const inList = () => panel.evaluate<string>(`document.querySelector('[role=option]')?.ariaSetSize ?? ''`)
      const wanted = String(documentsIn(expected()))
      await waitFor(`the list has ${wanted} documents`, async () => (await inList()) === wanted)
    }),
  )

  test(
    'U-02 the archived ZIP is saved into Downloads under a readable name',
    step(async () => {
      const message = expected()
        .filter(({ type }) => type === 'FACTURA PRIMITA')
        .at(-1)
      if (!message) throw new Error('the world has no received invoice')
      await panel.fill('Search number, name, CUI, amount or month', message.number)
      await panel.click(message.number)
      await panel.click('More actions')
      await panel.click('ZIP')
      const [, name] = /Saved to Downloads: (\S.*?\.zip)/.exec(await panel.shows('Saved to Downloads')) ?? []
      const downloads = await readdir(machine.sandbox.downloads)
      expect(downloads).toEqual([name])
      expect(name).toContain(message.number)
      const saved = await readFile(join(machine.sandbox.downloads, name ?? ''))
      const before = journal().count({ path: '/descarcare' })
      expect(sha256(saved)).toBe(message.sha256)
      expect(journal().count({ path: '/descarcare' })).toBe(before)
    }),
  )

  test(
    'A-16 client secret and tokens are in no storage of the extension, no file but the secret store, no command line',
    step(async () => {
      const files = await filesUnder(machine.sandbox.folder)
      const store = [...files].filter(([path]) => path.startsWith(join(machine.sandbox.dataDir, 'secrets')))
      const kept = store.map(([, bytes]) => bytes.toString()).join()
      // A JWT's three parts, as the secret store holds them.
      const tokens = kept.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? []
      expect(tokens).toHaveLength(2)
      const secrets = [machine.authority.clientSecret, ...tokens.map(token => token.split('.').at(-1) ?? '')]
      expect(kept).toContain(machine.authority.clientSecret)

      const storage = await tab.evaluate(
        `Promise.all(['local', 'session', 'sync'].map(area => chrome.storage[area].get(null))).then(JSON.stringify)`,
      )
      const commands = await commandLines()
      const places: [string, string][] = [
        ['extension storage', String(storage)],
        ['command lines', commands],
        ...[...files]
          .filter(([path]) => !store.some(([each]) => each === path))
          .map(([path, bytes]): [string, string] => [path, bytes.toString('latin1')]),
      ]
      const found = places.filter(([, text]) => secrets.some(secret => text.includes(secret))).map(([place]) => place)
      expect(found).toEqual([])
      expect(commands).toContain('recipisa.js')
    }),
  )
})

function connects(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Command lines of every process on the machine, browser and host included. */
async function commandLines(): Promise<string> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map(pid => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')))
  return lines.join('\n').replaceAll('\0', ' ')
}
