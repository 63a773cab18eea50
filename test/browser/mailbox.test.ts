import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VISIT_LIMIT } from '../../extension/features/certificate-visit/visit.ts'
import type { JournalEntry } from '../authority/journal.ts'
import { seedMail } from '../authority/spv/seed.ts'
import { seedWorld } from '../authority/world/seed.ts'
import { archivedHashes, filesUnder, sha256 } from '../support/archived-files.ts'
import { waitFor } from '../support/wait-for.ts'
import { backgroundOf, browserOf, openChromium } from './support/chromium/chromium.ts'
import { type Notifications, watchNotifications } from './support/chromium/notifications.ts'
import { chooseCertificateByItself } from './support/chromium/policy.ts'
import { attachSidePanel, type SidePanel } from './support/chromium/side-panel.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { openPage, pageUrl, tabClosed, tabOpenedBy } from './support/steps.ts'
import { tabsOf, withEvidence } from './support/views/evidence.ts'

const HOST = 'webserviced.localhost'
const COMPANIES = 12
const MESSAGES = 300
const ALARM = 'begin-spv-session-timeout'

/** An accountant's mailbox, headless with a key that asks for no PIN: each test continues from the last. */
describe.skipIf(missingFor('browser', 'policy'))('the mailbox of SPV in Chromium', () => {
  let machine: Machine
  let removePolicy: () => void
  let context: BrowserContext
  let notifications: Notifications
  let panel: SidePanel
  /** The company whose document is requested, and the message that answers. */
  let company: string
  let report: string

  beforeAll(async () => {
    machine = await setUpMachine({
      pin: null,
      world: now => seedWorld({ now, companies: COMPANIES, invoicesPerCompany: 1 }),
      mail: seedMail({ messages: MESSAGES }),
    })
    const { authority, sandbox } = machine
    company = [...authority.world.companies.keys()][0] ?? ''
    removePolicy = await chooseCertificateByItself({ port: authority.port, issuer: authority.ca.commonName })
    context = await openChromium(sandbox, { headless: true })
    notifications = await watchNotifications(context)
  })
  afterAll(async () => {
    await context?.close()
    removePolicy?.()
    await machine?.remove()
  })

  const step = (work: () => Promise<void>) => () =>
    withEvidence({ machine: () => machine, views: () => ({ panel, ...tabsOf(context) }) }, work)
  const entries = (path: string) => machine.authority.journal.find({ host: HOST, path })
  /** Visits that showed the certificate. */
  const certificateSteps = () =>
    entries('/my.policy').filter(({ clientCertificatePresented }) => clientCertificatePresented).length
  const beginIn = (page: Page, name = 'Sign in to SPV') =>
    tabOpenedBy(context, () => page.getByRole('button', { name }).click())
  const archived = () => archivedHashes(join(machine.sandbox.dataDir, 'archive'), '.pdf')
  const expected = () => machine.authority.expectedMail().map(({ sha256 }) => sha256 ?? '')
  const allArchived = async () => {
    await waitFor('every document is archived', async () => (await archived()).length >= expected().length, 120_000)
    expect(await archived()).toEqual(expected().sort())
  }
  const choose = (label: string, option: string) =>
    waitFor(`“${option}” is chosen as ${label}`, () =>
      panel.evaluate<boolean>(`(() => {
        const select = [...document.querySelectorAll('select')].find(each =>
          (each.labels?.[0]?.textContent ?? each.ariaLabel) === ${JSON.stringify(label)})
        const option = [...(select?.options ?? [])].find(each => each.text === ${JSON.stringify(option)})
        if (!option) return false
        select.value = option.value
        return select.dispatchEvent(new Event('change', { bubbles: true }))
      })()`),
    )

  test(
    'a certificate without SPV rights is told so in the service’s words, and the next try shows the certificate again',
    step(async () => {
      const popup = await openPage(context, 'popup.html')
      const tab = await beginIn(popup)
      await waitFor('the attempt ends on our page', () => tab.url() === pageUrl('signed-in.html?service=spv'))
      await tab.getByText('The certificate has no SPV rights for any company: "Nu veti drept').waitFor()
      expect(await context.cookies(`${machine.authority.profile.spvUrl}/listaMesaje`)).toEqual([])
      await popup.close()
      await tab.close()
      machine.authority.world.enrol(machine.person.serialNumber, 'all')
    }),
  )

  test(
    'G-06 a gateway that hangs ends the visit in time, on our page with the reason, and a new visit closes that tab and succeeds',
    step(async () => {
      const { faults, journal } = machine.authority
      faults.add({ match: { host: HOST, path: '/my.policy' }, times: 2, effect: { kind: 'hang' } })
      const popup = await openPage(context, 'popup.html')
      const before = certificateSteps()
      const hangs = ({ host, path, endedAt }: JournalEntry) =>
        host === HOST && path === '/my.policy' && endedAt === null
      const hanging = await beginIn(popup)
      const first = await journal.waitFor(hangs)
      await popup.getByText('connecting…').waitFor()
      const endOf = async () => {
        const worker = await backgroundOf(context)
        const found = await worker.evaluate<{ scheduledTime: number } | undefined>(`chrome.alarms.get('${ALARM}')`)
        return found?.scheduledTime
      }
      await waitFor('the first attempt’s end is set', endOf)
      const begun = Date.now()
      const tab = await beginIn(popup, 'Try to sign in to SPV again')
      await tabClosed(hanging)
      await journal.waitFor(hangs, { since: first.n })
      await popup.getByText('connecting…').waitFor()

      // The alarm that ends the attempt, only sooner.
      const end = await waitFor('the second attempt’s end is set', async () => {
        const set = await endOf()
        return set !== undefined && set >= begun + VISIT_LIMIT && set
      })
      expect(end).toBeLessThanOrEqual(Date.now() + VISIT_LIMIT)
      const worker = await backgroundOf(context)
      await worker.evaluate(`chrome.alarms.create('${ALARM}', { when: Date.now() })`)
      await waitFor('the attempt ends on our page', () => tab.url() === pageUrl('signed-in.html?service=spv'))
      await tab.getByText('The sign-in was not finished in time.').waitFor()

      const again = await beginIn(tab)
      await tabClosed(again)
      await popup.getByText(/^session active · \d\d:\d\d$/).waitFor()
      expect(certificateSteps()).toBe(before + 1)
      await tab.close()
      await popup.close()
    }),
  )

  test(
    'G-12 an active session is reused: nobody is asked for the certificate again',
    step(async () => {
      const before = certificateSteps()
      const page = await openPage(context, 'popup.html')
      const answer = await page.evaluate(`chrome.runtime.sendMessage({ tell: 'begin-spv-session' })`)
      expect(answer).toEqual({ error: null, notNeeded: true })
      expect(context.pages().filter(each => each.url().includes(HOST))).toEqual([])
      expect(certificateSteps()).toBe(before)
      await page.close()
    }),
  )

  test(
    'the panel downloads all new messages of all companies: each document once, byte for byte',
    step(async () => {
      const popup = await openPage(context, 'popup.html')
      await popup.getByRole('button', { name: 'Open the panel' }).click()
      panel = await attachSidePanel(browserOf(context))
      await panel.click('Messages')
      await panel.click('Download new messages')
      await allArchived()
      expect(expected()).toHaveLength(MESSAGES)
      const sent = entries('/SPVWS2/rest/descarcare').filter(({ status }) => status === 200)
      expect(sent.map(({ query }) => query.id).sort()).toEqual(
        machine.authority
          .expectedMail()
          .map(({ id }) => id)
          .sort(),
      )
      await panel.shows(`${MESSAGES} messages`)
      await panel.shows('All')
    }),
  )

  test(
    'the companies of the rights list are offered once, and those that are ticked are on the list then',
    step(async () => {
      await panel.shows(`${COMPANIES} companies in SPV are not on your list`)
      await panel.click('Choose')
      await panel.click(`Add ${COMPANIES} companies`)
      await panel.click('Companies')
      // The offer names the companies too, and stays until they are on the list.
      await panel.shows('My companies')
      for (const cui of machine.authority.world.companies.keys()) await panel.shows(cui)
      const page = await openPage(context, 'sidepanel.html')
      await page.getByRole('tab', { name: 'Messages' }).click()
      await page.getByText(`${MESSAGES} messages`).waitFor()
      expect(await page.getByText('are not on your list').count()).toBe(0)
      await page.close()
    }),
  )

  test(
    'a receipt is found by its form, read, and its document shown in the panel',
    step(async () => {
      await panel.click('Messages')
      await choose('Type of message', await optionOf('Receipts'))
      const { mailbox } = machine.authority
      const receipt = [...mailbox.messages.values()].find(({ type }) => type.trim() === 'RECIPISA')
      const [, registration = ''] = /numar_inregistrare (INTERNT-\d+-\d+)/.exec(receipt?.details ?? '') ?? []
      const wanted = machine.authority.expectedMail().find(({ id }) => id === receipt?.id)
      await panel.fill('Search by text, type, company or CUI', registration)
      await panel.shows(/(?<!\d)1 message(?!s)/)
      await panel.click('Receipt')
      const shown = await panel.shows('Registration no.')
      expect(shown).toContain(registration)
      expect(await documentShown()).toBe(wanted?.sha256)
    }),
  )

  test(
    'a fiscal vector is requested once, delivered, told of, and its document opened in the panel',
    step(async () => {
      await panel.click('Request a document')
      await choose('Document', 'Fiscal vector')
      const name = await waitFor('the companies are there to choose', () =>
        panel
          .evaluate<string | null>(
            `[...document.querySelectorAll('.company-choice')].find(each => each.textContent.includes('${company}'))?.textContent ?? null`,
          )
          .then(found => found ?? undefined),
      )
      await panel.click(name)
      await panel.click('Request the document')
      await panel.shows('Received', 120_000)
      const taken = machine.authority.mailbox.requests
      expect(taken.map(({ type, cui }) => [type, cui])).toEqual([['VECTOR FISCAL', company]])
      report = taken[0]?.messageId ?? ''

      await panel.click('Open the document')
      await panel.shows('Arrived in SPV')
      const message = machine.authority.expectedMail().find(({ id }) => id === report)
      expect(await documentShown()).toBe(message?.sha256)
      await panel.click('Save PDF')
      const [, saved] = /Saved to Downloads: (\S.*?\.pdf)/.exec(await panel.shows('Saved to Downloads')) ?? []
      expect(await readdir(machine.sandbox.downloads)).toEqual([saved])
      expect(sha256(await readFile(join(machine.sandbox.downloads, saved ?? '')))).toBe(message?.sha256)
    }),
  )

  test(
    'the delivered report is notified once, and what the browser reports as a click on that leads the panel to its message',
    step(async () => {
      const worker = await backgroundOf(context)
      const id = await waitFor('the report is notified', async () =>
        (await notifications.all()).find(each => decodeURIComponent(each).includes(`"${report}"`)),
      )
      await panel.click('Invoices')
      await worker.evaluate(`chrome.notifications.onClicked.dispatch(${JSON.stringify(id)})`)
      await panel.shows('Arrived in SPV')
      await waitFor('the notification is gone', async () => !(await notifications.present()).includes(id))
    }),
  )

  test(
    'a session that ends in the middle of a sync is asked for once, and the sync goes on after the new sign-in',
    step(async () => {
      const { mailbox, spvGateway } = machine.authority
      for (let n = 0; n < 8; n++) mailbox.add({ cif: company, type: 'NOTIFICARE', details: `Notificare ${n}` })
      await panel.click('Back')
      const before = certificateSteps()
      spvGateway.expireSessions(3)
      await panel.click('Download new messages')
      const text = await panel.shows('The sync is waiting. After the sign-in it continues')
      expect(text.match(/The SPV session has expired/g)).toHaveLength(1)
      expect(certificateSteps()).toBe(before)
      await panel.click('Sign in to SPV')
      await allArchived()
      expect(certificateSteps()).toBe(before + 1)
      await waitFor(
        'the line is gone',
        async () => !(await panel.evaluate<string>('document.body.innerText')).includes('The SPV session has expired'),
      )
    }),
  )

  test(
    'G-08 the cookies, those of the browser and those of the host, are in no storage of the extension and in no file but the secret store and the browser’s own jar',
    step(async () => {
      const page = await openPage(context, 'popup.html')
      const storage = String(
        await page.evaluate(
          `Promise.all(['local', 'session', 'sync'].map(area => chrome.storage[area].get(null))).then(JSON.stringify)`,
        ),
      )
      await page.close()
      const files = [...(await filesUnder(machine.sandbox.folder))]
      const secrets = join(machine.sandbox.dataDir, 'secrets')
      const kept = files.filter(([path]) => path.startsWith(secrets)).map(([, bytes]) => bytes.toString())
      const browsers = await context.cookies(`${machine.authority.profile.spvUrl}/listaMesaje`)
      const values = [...browsers.map(({ value }) => value), ...cookiesIn(kept.join('\n'))]
      expect(cookiesIn(kept.join('\n')).length).toBeGreaterThanOrEqual(4)
      const places: [string, string][] = [
        ['extension storage', storage],
        ...files
          .filter(([path]) => !path.startsWith(secrets))
          .map(([path, bytes]): [string, string] => [path, bytes.toString('latin1')]),
      ]
      const found = places.filter(([, text]) => values.some(value => text.includes(value)))
      expect(found.map(([place]) => place)).toEqual([])
      expect(storage).toContain('noticesSeen')
    }),
  )

  /** The text of the option that begins with these words and continues with its count. */
  const optionOf = (words: string) =>
    waitFor(`“${words}” can be chosen`, () =>
      panel
        .evaluate<string | null>(
          `[...document.querySelectorAll('option')].find(each => each.text.startsWith('${words} ('))?.text ?? null`,
        )
        .then(found => found ?? undefined),
    )

  /** SHA-256 of the document given to the panel's viewer, once the viewer has taken it. */
  const documentShown = () =>
    waitFor('the document is in the viewer', () =>
      panel
        .evaluate<string | null>(`(async () => {
          const frame = document.querySelector('iframe.mail-pdf')
          if (!frame?.contentDocument?.body?.childNodes.length) return null
          const bytes = await (await fetch(frame.src.split('#')[0])).arrayBuffer()
          return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex()
        })()`)
        .then(found => found ?? undefined),
    )
})

/** Values of the gateway's cookies in the host's stored session, which is JSON in JSON in JSON. */
function cookiesIn(text: string): string[] {
  const pattern = /"key":"(?:MRHSession|LastMRH_Session|F5_ST|JSESSIONID)","value":"([^"]+)"/g
  return [...text.replaceAll('\\', '').matchAll(pattern)].flatMap(([, value]) => value ?? [])
}
