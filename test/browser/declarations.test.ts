import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Declaration } from '../../shared/protocol/declarations.ts'
import { type DeclarationPdfOptions, declarationPdf } from '../authority/documents/declaration-pdf.ts'
import { receiptPdf } from '../authority/portal/status-site.ts'
import { command } from '../contract/support/host.ts'
import { filesUnder, sha256 } from '../support/archived-files.ts'
import { awayFromMidnight } from '../support/away-from-midnight.ts'
import { waitFor } from '../support/wait-for.ts'
import { browserOf, openChromium } from './support/chromium/chromium.ts'
import { chooseCertificateByItself } from './support/chromium/policy.ts'
import { attachSidePanel, openPopup, type SidePanel } from './support/chromium/side-panel.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { openPage, tabClosed, tabOpenedBy } from './support/steps.ts'
import { tabsOf, withEvidence } from './support/views/evidence.ts'

const HOST = 'decl.localhost'
const CUI = '8000000000'
const UPLOAD = '/WAS6DUS/displayFile.do'

/**
 * Declarations from beginning to end, headless with a key that asks for no PIN: each test continues from the last one.
 */
describe.skipIf(missingFor('browser', 'policy'))('declarations in Chromium', () => {
  let machine: Machine
  let removePolicy: () => void
  let context: BrowserContext
  let panel: SidePanel
  let popup: SidePanel | undefined
  /** The portal in the person's own tab. */
  let own: Page

  beforeAll(async () => {
    await awayFromMidnight()
    machine = await setUpMachine({ pin: null })
    const { authority, sandbox } = machine
    authority.declarations.habits.processingMs = 500
    removePolicy = await chooseCertificateByItself({ port: authority.port, issuer: authority.ca.commonName })
    context = await openChromium(sandbox, { headless: true })
    const popup = await openPage(context, 'popup.html')
    await popup.getByRole('button', { name: 'Open the panel' }).click()
    panel = await attachSidePanel(browserOf(context))
  })
  afterAll(async () => {
    await context?.close()
    await machine?.endRunners()
    removePolicy?.()
    await machine?.remove()
  })

  const step = (work: () => Promise<void>) => () =>
    withEvidence({ machine: () => machine, views: () => ({ panel, popup, ...tabsOf(context) }) }, work)
  const entries = () => machine.authority.journal.find({ host: HOST })
  const uploads = () => machine.authority.journal.count({ path: UPLOAD })
  const saved = async (name: string, options: DeclarationPdfOptions = {}) => {
    const path = join(machine.sandbox.folder, name)
    await writeFile(path, await declarationPdf(options))
    return path
  }
  const signed = (name: string, form = 'D300') => saved(name, { form, signer: machine.person })
  const listed = async (): Promise<Declaration[]> => {
    const { stdout, stderr, code } = await command(['declarations', 'list', '--json'], machine.sandbox.env)
    if (code !== 0) throw new Error(stderr)
    return JSON.parse(stdout).items
  }
  /** The toolbar's popup over the current tab, for the duration of the work. */
  const withPopup = async (work: (shown: SidePanel) => Promise<void>) => {
    popup = await openPopup(context)
    await work(popup)
    await popup.close()
    popup = undefined
  }
  const fileByHand = async (path: string) => {
    await own.goto(`${machine.authority.profile.portalUrl}/WAS6DUS/`)
    await own.locator('input[name=linkdoc]').setInputFiles(path)
    const chosen = sha256(await readFile(path))
    // A person takes longer from choosing a file to pressing the button than the background takes to hand it over.
    await waitFor('the host has the file', async () =>
      [...(await filesUnder(machine.sandbox.dataDir)).values()].some(kept => sha256(kept) === chosen),
    )
    await own.getByRole('button', { name: 'Trimite' }).click()
    await own.waitForURL(`**${UPLOAD}`)
  }

  test(
    'G-09 one click signs in on the portal: the logon form is a step of its own, the certificate is shown, the host gets the cookies',
    step(async () => {
      const popup = await openPage(context, 'popup.html')
      const begin = popup.getByRole('button', { name: 'Sign in to the declaration portal' })
      await tabClosed(await tabOpenedBy(context, () => begin.click()))
      await popup.getByText(/^session active · (9|10) minutes left$/).waitFor()

      // Chromium drops the first connection that asks for a certificate, and reconnects with one.
      const steps = entries().filter(({ path, status }) => path !== '/favicon.ico' && status !== null)
      expect(steps.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
        'GET /WAS6DUS/ 302',
        'GET /my.policy 200',
        'POST /my.policy 302',
        'GET /my.policy 302',
        'GET /my.policy_nonce 302',
        'GET /WAS6DUS/ 200',
        'GET /WAS6DUS/ 200',
      ])
      const [, , form, policy, , final, replayed] = steps
      expect(form?.form).toEqual({ vhost: 'standard' })
      expect(policy?.clientCertificatePresented).toBe(true)
      expect(Object.keys(final?.setCookies ?? {})).toContain('JSESSIONID')
      // The browser was given exactly what the host received, value for value: HttpOnly JSESSIONID too.
      expect(replayed).toMatchObject({ clientCertificatePresented: false, cookies: final?.setCookies })
      await popup.close()
    }),
  )

  test(
    'D-12 D406T is offered for a try, and a dropped declaration is shown before it is confirmed',
    step(async () => {
      await panel.click('Declarations')
      await panel.drop([await signed('d406t.pdf', 'D406T')])
      await panel.shows('D406T · October 2026')
      await panel.shows('no legal effect')
      await panel.shows('D406T has no legal or fiscal effect')
      await panel.drop([await signed('d300.pdf'), await saved('nesemnat.pdf', { form: 'D100' })])
      await panel.shows('D300 · October 2026')
      await panel.shows('nesemnat.pdf is not signed.')
      await panel.shows('The portal has no test environment')
      await panel.click('Remove the file d406t.pdf')
      await panel.click('Remove the file nesemnat.pdf')
      expect(uploads()).toBe(0)
    }),
  )

  test(
    'a double click on the confirmation files a dropped declaration once; it is followed until it is valid and its receipt archived',
    step(async () => {
      await panel.doubleClick('Submit 1 declaration')
      await panel.shows('Valid', 120_000)
      expect(uploads()).toBe(1)
      const bytes = await readFile(join(machine.sandbox.folder, 'd300.pdf'))
      expect(machine.authority.declarations.submittedOf(sha256(bytes))).toHaveLength(1)
      await panel.click('Done')
      await panel.shows(/D300 · October 2026[\s\S]*Valid[\s\S]*Receipt/)
    }),
  )

  test(
    'D-04 a declaration submitted by hand is captured from the success page and followed until it is valid',
    step(async () => {
      own = await context.newPage()
      await own.goto(`${machine.authority.profile.portalUrl}/WAS6DUS/`)
      // The person keeps their own tab.
      await own.getByRole('button', { name: 'Prezentare certificat' }).click()
      await own.locator('input[name=linkdoc]').waitFor()
      await fileByHand(await signed('declarație D112.pdf', 'D112'))
      await withPopup(async popup => {
        await popup.shows('On this page: Declaration portal')
        await popup.shows(/was submitted with the index \d+\.\s+The declaration is tracked\./)
        await popup.shows('2 declarations were submitted today')
      })

      await panel.shows(/D112 · October 2026[\s\S]*Valid[\s\S]*Receipt[\s\S]*D300 · October 2026/, 120_000)
      const [captured] = await listed()
      const filing = machine.authority.declarations.submitted.at(-1)
      expect(captured).toMatchObject({ origin: 'portal', filingNumber: filing?.number, cui: CUI, form: 'D112' })
      expect(captured?.sha256).toBe(filing?.sha256)
    }),
  )

  test(
    'D-02 the portal’s error page and a page of unknown wording do not count as a submission',
    step(async () => {
      const before = await listed()
      await fileByHand(await saved('fara-semnatura.pdf'))
      await withPopup(popup => popup.shows('The portal rejected the file:').then(() => undefined))

      const body =
        '<html><body>Succes! Indexul este <b>1199999999</b>. <script>window.stolen = 1</script></body></html>'
      const effect = { kind: 'body', body, contentType: 'text/html' } as const
      machine.authority.faults.add({ match: { host: HOST, path: UPLOAD }, effect })
      await fileByHand(await signed('alta.pdf', 'D390'))
      await withPopup(async popup => {
        await popup.shows('We do not recognise this page and do not take it for a successful submission.')
        expect(await popup.evaluate('document.querySelectorAll("script:not([src])").length')).toBe(0)
      })
      expect((await listed()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    }),
  )

  test(
    'D-11 U-02 one click in the popup saves all receipts of the declaration status page into Downloads, under readable names',
    step(async () => {
      const { authority, sandbox } = machine
      const [d300, d112] = authority.declarations.submitted
      if (!d300 || !d112) throw new Error('two filings were made')
      const old = authority.declarations.add({
        form: 'D100',
        cui: CUI,
        number: '1000000007',
        submittedAt: authority.clock.now() - 70 * 86_400_000,
      })
      const status = await context.newPage()
      await status.goto(`${authority.profile.statusUrl}/StareD112/`)
      await status.locator('input[name=id]').fill(d300.number)
      await status.locator('input[name=cui]').fill(CUI)
      await status.getByRole('button', { name: 'Vizualizare' }).click()
      await status.getByText('Documente depuse pentru cui').waitFor()

      await withPopup(async popup => {
        await popup.shows('On this page: Declaration status')
        await popup.shows('2 receipts in the table')
        await popup.click('Download all receipts')
        await popup.shows('2 receipts saved to Downloads')
        await popup.shows(`One receipt is not available from ANAF: ${old.number}`)
      })
      const files = await filesUnder(sandbox.downloads)
      const names = [`2026-10_D300_RO${CUI}_${d300.number}.pdf`, `2026-10_D112_RO${CUI}_${d112.number}.pdf`]
      expect([...files.keys()].sort()).toEqual(names.map(name => join(sandbox.downloads, name)).sort())
      for (const [n, filing] of [d300, d112].entries()) {
        const bytes = files.get(join(sandbox.downloads, names[n] ?? ''))
        expect(bytes && sha256(bytes)).toBe(sha256(receiptPdf(filing)))
      }
      // Both were in the archive: nothing was fetched again.
      expect(authority.journal.count({ path: '/StareD112/ObtineRecipisa' })).toBe(2)
      await status.close()
    }),
  )

  test(
    'U-01 the popup offers what fits the authority’s page in the tab, and a summary elsewhere',
    step(async () => {
      const { spvUrl, statusUrl, baseUrl } = machine.authority.profile
      for (const [url, words] of [
        [`${spvUrl}/listaMesaje?zile=1`, /On this page: SPV messages\s+No new message\s+Download all messages/],
        [`${statusUrl}/StareD112/`, /On this page: Declaration status\s+Look up a declaration on the page/],
      ] as const) {
        await own.goto(url)
        await withPopup(async popup => void (await popup.shows(words)))
      }
      for (const url of [`${baseUrl}/`, 'about:blank']) {
        await own.goto(url)
        await withPopup(async popup => {
          const shown = await popup.shows(/e-Factura\s+not connected[\s\S]*Open the panel/)
          expect(shown).not.toContain('On this page')
        })
      }
    }),
  )

  test(
    'a session that the person has begun in a tab is handed over by a click, and not before',
    step(async () => {
      expect((await command(['session', 'forget', 'portal'], machine.sandbox.env)).code).toBe(0)
      await own.goto(`${machine.authority.profile.portalUrl}/WAS6DUS/`)
      await own.locator('input[name=linkdoc]').waitFor()
      await own.bringToFront()
      await withPopup(async popup => {
        await popup.shows('Session in this tab: 9 minutes left')
        await popup.shows(/Declarations\s+not connected/)
        await popup.click('Use this session')
        await popup.shows(/session active · (9|10) minutes left/)
      })
    }),
  )

  test(
    'nothing of a PDF and no cookie is in the extension’s storage',
    step(async () => {
      const page = await openPage(context, 'popup.html')
      const storage = String(
        await page.evaluate(
          `Promise.all(['local', 'session', 'sync'].map(area => chrome.storage[area].get(null))).then(JSON.stringify)`,
        ),
      )
      await page.close()
      expect(storage).toContain('portalSession')
      expect(storage).not.toContain('JVBERi') // base64 of %PDF-
      for (const { value } of await context.cookies(machine.authority.profile.portalUrl)) {
        expect(storage).not.toContain(value)
      }
    }),
  )
})
