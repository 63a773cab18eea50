import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionStatus } from '../../shared/protocol/session.ts'
import { filesUnder, sha256 } from '../support/archived-files.ts'
import { run } from '../support/run-program.ts'
import { waitFor } from '../support/wait-for.ts'
import { openChromium } from './support/chromium/chromium.ts'
import { chooseCertificateByItself } from './support/chromium/policy.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import {
  beginSignIn,
  ended,
  enterClientSecret,
  openPage,
  pageUrl,
  signedIn,
  tabClosed,
  tabOpenedBy,
} from './support/steps.ts'
import { stepsOf } from './support/views/evidence.ts'
import { findProblems } from './support/views/find-problems.ts'

const HOST = 'webserviced.localhost'
const LIST = '/SPVWS2/rest/listaMesaje'
const COOKIES = ['F5_ST', 'JSESSIONID', 'LastMRH_Session', 'MRHSession']

/** The mailbox's session, headless with a key that asks for no PIN: each test continues from the last. */
describe.skipIf(missingFor('browser', 'policy'))('the mailbox’s session in Chromium', () => {
  let machine: Machine
  let removePolicy: () => void
  let context: BrowserContext

  beforeAll(async () => {
    machine = await setUpMachine({ pin: null })
    const { authority, sandbox } = machine
    authority.world.enrol(machine.person.serialNumber, 'all')
    removePolicy = await chooseCertificateByItself({ port: authority.port, issuer: authority.ca.commonName })
    context = await openChromium(sandbox, { headless: true })
  })
  afterAll(async () => {
    await context?.close()
    removePolicy?.()
    await machine?.remove()
  })

  const step = stepsOf(
    () => machine,
    () => context,
  )
  const entries = () => machine.authority.journal.find({ host: HOST })
  const begin = (page: Page) => tabOpenedBy(context, () => page.getByRole('button', { name: 'Sign in to SPV' }).click())
  /** Begins an attempt whose first page never finishes loading. */
  const beginHalfLoaded = async (page: Page) => {
    const { faults, journal } = machine.authority
    const since = journal.last
    const body = '<!doctype html><img src="/slow.png">'
    faults.add({ match: { host: HOST, path: LIST }, effect: { kind: 'body', body, contentType: 'text/html' } })
    faults.add({ match: { host: HOST, path: '/slow.png' }, effect: { kind: 'hang' } })
    const tab = await begin(page)
    await journal.waitFor(({ path }) => path === '/slow.png', { since })
    // The page may ask for its picture before the browser says that it shows the page.
    await tab.waitForURL(({ pathname }) => pathname === LIST, { waitUntil: 'commit' })
    return tab
  }
  const recipisa = (...args: string[]) =>
    run(process.execPath, [join(import.meta.dirname, '../../dist/recipisa.js'), ...args], {
      env: { ...machine.sandbox.env, RECIPISA_PROFILE: machine.authority.profilePath },
    })
  /** Name and state of each step on the page that ends a round. */
  const statesIn = (tab: Page) =>
    tab
      .locator('.round-step')
      .evaluateAll(steps => steps.map(({ children }) => [...children].map(each => each.textContent).join(' ')))
  const sessionStatus = async () =>
    (JSON.parse(await recipisa('session', 'status', '--json')) as SessionStatus).services

  test(
    'a login wall in the mailbox’s place ends the attempt on our page, with its reason and another try',
    step(async () => {
      machine.authority.faults.add({ match: { host: HOST }, effect: { kind: 'page', page: 'login-wall' } })
      const popup = await openPage(context, 'popup.html')
      const tab = await begin(popup)
      await popup.close()
      await waitFor('the attempt ends on our page', () => tab.url() === pageUrl('signed-in.html?service=spv'))
      await tab.getByText('ANAF received no certificate.').waitFor()
      await tab.getByRole('button', { name: 'Sign in to SPV' }).waitFor()
      await tab.close()
    }),
  )

  test(
    'G-01 the mailbox asks for the certificate in a TLS renegotiation, and the host gets the cookies of the final 200, HttpOnly ones included',
    step(async () => {
      const since = machine.authority.journal.last
      const popup = await openPage(context, 'popup.html')
      const tab = await begin(popup)
      await tabClosed(tab)
      await popup.getByText(/^session active · \d\d:\d\d$/).waitFor()

      const seen = entries().filter(({ n }) => n > since)
      const lists = seen.filter(({ path }) => path === LIST)
      const [challenged, final, replayed, ...more] = lists
      expect(more).toEqual([])
      expect(challenged).toMatchObject({ method: 'GET', status: 302, clientCertificatePresented: false })
      expect(Object.keys(challenged?.setCookies ?? {}).sort()).toEqual(['F5_ST', 'LastMRH_Session', 'MRHSession'])
      const policy = seen.filter(({ path }) => path === '/my.policy').at(-1)
      expect(policy).toMatchObject({ status: 302, clientCertificatePresented: true })
      expect(seen.find(({ path }) => path === '/my.policy_nonce')).toMatchObject({ status: 302 })

      expect(final?.status).toBe(200)
      expect(Object.keys(final?.setCookies ?? {}).sort()).toEqual(COOKIES)
      // The browser was given exactly what the host received, value for value: HttpOnly JSESSIONID too.
      expect(replayed).toMatchObject({ status: 200, clientCertificatePresented: false })
      expect(replayed?.cookies).toEqual(final?.setCookies)
      expect(replayed?.headerNames).not.toContain('user-agent')
      const harvested = await context.cookies(`${machine.authority.profile.spvUrl}/listaMesaje`)
      const known = Object.fromEntries(harvested.map(({ name, value }) => [name, sha256(Buffer.from(value))]))
      expect(known).toEqual(final?.setCookies)
      expect(harvested.filter(({ httpOnly }) => httpOnly).map(({ name }) => name)).toEqual(['JSESSIONID'])

      expect(await sessionStatus()).toMatchObject([
        { service: 'spv', state: 'active' },
        { service: 'portal', state: 'none' },
      ])
      await popup.close()
    }),
  )

  test(
    'G-08 the cookies are in no storage of the extension and in no file but the secret store and the browser’s own jar',
    step(async () => {
      const page = await openPage(context, 'popup.html')
      const storage = await page.evaluate(
        `Promise.all(['local', 'session', 'sync'].map(area => chrome.storage[area].get(null))).then(JSON.stringify)`,
      )
      await page.close()
      const cookies = await context.cookies(`${machine.authority.profile.spvUrl}/listaMesaje`)
      expect(cookies.map(({ name }) => name).sort()).toEqual(COOKIES)
      const files = await filesUnder(machine.sandbox.folder)
      const places: [string, string][] = [
        ['extension storage', String(storage)],
        ...[...files]
          .filter(([path]) => !path.startsWith(join(machine.sandbox.dataDir, 'secrets')))
          .map(([path, bytes]): [string, string] => [path, bytes.toString('latin1')]),
      ]
      const found = places.filter(([, text]) => cookies.some(({ value }) => text.includes(value)))
      expect(found.map(([place]) => place)).toEqual([])
      expect(String(storage)).toContain('spvSession')
    }),
  )

  test(
    'a page that breaks off on its way is asked for once more, unasked; the second time the attempt ends with its reason',
    step(async () => {
      const { faults, journal } = machine.authority
      await recipisa('session', 'forget', 'spv')
      const list = { host: HOST, path: LIST }
      const breaking = faults.add({ match: list, nth: 2, times: 2, effect: { kind: 'reset-in-body', bytes: 10 } })
      const popup = await openPage(context, 'popup.html')
      const tab = await begin(popup)
      await popup.close()
      await waitFor('the attempt ends on our page', () => tab.url() === pageUrl('signed-in.html?service=spv'))
      await tab.getByText(HOST).waitFor()
      expect(breaking.struck).toBe(2)
      expect(journal.find(list).at(-1)).toMatchObject({ fault: 'reset-in-body', completed: false })

      const again = faults.add({ match: list, effect: { kind: 'reset-in-body', bytes: 10 } })
      await tab.getByRole('button', { name: 'Sign in to SPV' }).click()
      const page = await openPage(context, 'popup.html')
      await page.getByText(/^session active · \d\d:\d\d$/).waitFor()
      expect(again.struck).toBe(1)
      await page.close()
    }),
  )

  test(
    'a page that crashes in the browser before it is read is asked for once more, unasked',
    step(async () => {
      await recipisa('session', 'forget', 'spv')
      const popup = await openPage(context, 'popup.html')
      const tab = await beginHalfLoaded(popup)
      const crashed = tab.waitForEvent('crash')
      const session = await context.newCDPSession(tab)
      // Never answered: nobody is left to answer.
      void session.send('Page.crash').catch(() => undefined)
      await crashed
      await popup.getByText(/^session active · \d\d:\d\d$/).waitFor()
      await popup.close()
    }),
  )

  test(
    'whoever goes elsewhere in the attempt’s tab stays there: while a page of it still loads, and once it has brought its session',
    step(async () => {
      const { faults } = machine.authority
      const elsewhere = 'chrome://version/'
      await recipisa('session', 'forget', 'spv')
      const popup = await openPage(context, 'popup.html')
      const left = await beginHalfLoaded(popup)
      await left.goto(elsewhere)

      // The list is fetched before the certificate, after it, and then by the host.
      const proof = faults.hold({ match: { host: HOST, path: LIST }, nth: 3 })
      const tab = await tabOpenedBy(context, () =>
        popup.getByRole('button', { name: 'Try to sign in to SPV again' }).click(),
      )
      await proof.reached()
      await tab.goto(elsewhere)
      proof.release()
      await popup.getByText(/^session active · \d\d:\d\d$/).waitFor()
      expect([left.isClosed(), left.url(), tab.isClosed(), tab.url()]).toEqual([false, elsewhere, false, elsewhere])
      await Promise.all([popup, left, tab].map(page => page.close()))
    }),
  )

  test(
    'without an OAuth application and without declarations the one sign-in opens the mailbox alone',
    step(async () => {
      const { journal } = machine.authority
      const since = journal.last
      await recipisa('session', 'forget', 'spv')
      const tab = await beginSignIn(context)
      await signedIn(tab)
      expect(await statesIn(tab)).toEqual(['SPV connected'])
      const asked = new Set(journal.entries.filter(({ n }) => n > since).map(({ host }) => host))
      expect([...asked]).toEqual([HOST])
      await tab.close()
    }),
  )

  test(
    'G-13 one click leads one tab through e-Factura, the mailbox and the portal; a step that fails says why, and the others go on',
    step(async () => {
      const { authority } = machine
      await enterClientSecret(context, authority.clientSecret)
      const popup = await openPage(context, 'popup.html')
      const alone = popup.getByRole('button', { name: 'Sign in to the declaration portal' })
      await tabClosed(await tabOpenedBy(context, () => alone.click()))
      await popup.close()
      // The host still trusts both sessions; the gateway has ended them.
      authority.clock.advance(11 * 60_000)
      const since = authority.journal.last
      authority.faults.add({ match: { host: HOST, path: LIST }, nth: 3, effect: { kind: 'page', page: 'login-wall' } })

      const opened: Page[] = []
      context.on('page', page => opened.push(page))
      const tab = await beginSignIn(context)
      await ended(tab)
      await tab.getByRole('heading', { name: 'The sign-in is not complete' }).waitFor()
      expect(await statesIn(tab)).toEqual(['e-Factura connected', 'SPV failed', 'Declarations connected'])
      await tab.getByText('ANAF received no certificate.').waitFor()
      expect(await findProblems(tab)).toEqual([])
      // The popup that began it, and one tab for all.
      expect(opened).toHaveLength(2)
      const shown = authority.journal
        .find({ path: '/my.policy' })
        .filter(({ n, clientCertificatePresented }) => n > since && clientCertificatePresented)
      expect(shown.map(({ host }) => host)).toEqual(['logincert.localhost', HOST, 'decl.localhost'])

      // Once more: only the missing one.
      const next = tab.getByRole('button', { name: 'Sign in again', exact: true })
      const again = await tabOpenedBy(context, () => next.click())
      await signedIn(again)
      expect(await statesIn(again)).toEqual(['SPV connected', 'Declarations already connected'])
      const services = await sessionStatus()
      expect(services.map(({ state }) => state)).toEqual(['active', 'active'])
      await Promise.all([tab, again].map(page => page.close()))
    }),
  )

  test(
    'a tab that is closed in the middle ends the round: nothing after it is asked for',
    step(async () => {
      const { authority } = machine
      for (const service of ['spv', 'portal']) await recipisa('session', 'forget', service)
      const held = authority.faults.hold({ match: { host: HOST, path: LIST } })
      const tab = await beginSignIn(context)
      await held.reached()
      const since = authority.journal.last
      await tab.close()
      held.release()
      const popup = await openPage(context, 'popup.html')
      await popup.getByText('The sign-in tab was closed before the sign-in was finished.').waitFor()
      expect(authority.journal.entries.filter(({ n, host }) => n > since && host === 'decl.localhost')).toEqual([])
      await popup.close()
    }),
  )
})
