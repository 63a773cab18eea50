import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CERTIFICATE_ORIGIN } from '../../shared/domain/access.ts'
import type { Declaration } from '../../shared/protocol/declarations.ts'
import { declarationPdf } from '../authority/documents/declaration-pdf.ts'
import { command } from '../contract/support/host.ts'
import { filesUnder, sha256 } from '../support/archived-files.ts'
import { processesWith } from '../support/processes.ts'
import { waitFor } from '../support/wait-for.ts'
import { backgroundOf, browserOf, EXTENSION, openChromium } from './support/chromium/chromium.ts'
import { chooseCertificateByItself } from './support/chromium/policy.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { onePagePdf } from './support/site/one-page-pdf.ts'
import { openWebSite, type WebSite } from './support/site/web-site.ts'
import { enterClientSecret, openPage, signedIn, tabOpenedBy } from './support/steps.ts'
import { stepsOf } from './support/views/evidence.ts'

const EVIL = 'evil.test.localhost'
const UPLOAD = '/WAS6DUS/displayFile.do'
const CUI = '8000000000'
/** Chromium's own PDF viewer is itself an extension. */
const VIEWER = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/'
/** The popup's messages about a page, or about a sign-in that nobody began. */
const TOLD = /^(A strange page \(.+\) tried to finish the sign-in|The end of the sign-in did not come from ANAF)/

/** Foreign pages and the limits of what they can do, headless with a key that asks for no PIN. */
describe.skipIf(missingFor('browser', 'policy'))('strange pages in Chromium', () => {
  let machine: Machine
  let removePolicy: () => void
  let context: BrowserContext
  let site: WebSite
  let signedInAs: string

  beforeAll(async () => {
    machine = await setUpMachine({ pin: null })
    const { authority, sandbox } = machine
    authority.world.enrol(machine.person.serialNumber, 'all')
    signedInAs = machine.person.serialNumber
    authority.declarations.habits.processingMs = 500
    removePolicy = await chooseCertificateByItself({ port: authority.port, issuer: authority.ca.commonName })
    const callback = `${authority.profile.redirectUri}?code=`
    site = await openWebSite(() => ({
      '/script': { body: `<p>strange</p><script>location.href = '${callback}script'</script>` },
      '/link': { body: `<a href="${callback}link">Descarcă factura</a>` },
      '/frame': { body: `<p>strange</p><iframe src="${callback}frame"></iframe>` },
      '/quiet': { body: '<p>strange</p>' },
      '/form': {
        body: `<form action="${authority.profile.redirectUri}"><input name="code" value="form"><button>OK</button></form>`,
      },
      '/refresh': { body: `<meta http-equiv="refresh" content="0;url=${callback}refresh">` },
    }))
    context = await openChromium(sandbox, { headless: true })
    await enterClientSecret(context, authority.clientSecret)
  })
  afterEach(() => machine?.authority.faults.clear())
  afterAll(async () => {
    await context?.close()
    await site?.close()
    await machine?.endRunners()
    removePolicy?.()
    await machine?.remove()
  })

  const step = stepsOf(
    () => machine,
    () => context,
  )
  const codesSent = () => machine.authority.journal.find({ path: '/token' }).map(({ form }) => form?.code)
  const isSent = (code: string) => codesSent().includes(`sha256:${sha256(Buffer.from(code))}`)
  const at = (path: string) => site.url(path, EVIL)

  /** As the button of a page does; a signed-in person sees no such button. */
  const begin = async (): Promise<Page> => {
    const asking = await openPage(context, 'signed-in.html')
    const tab = await tabOpenedBy(context, () =>
      asking.evaluate(`chrome.runtime.sendMessage({ tell: 'begin-sign-in' })`),
    )
    await asking.close()
    return tab
  }
  /** A sign-in whose tab waits at the authority, which withholds its answer. */
  const waiting = async (): Promise<{ tab: Page; release: () => void }> => {
    const held = machine.authority.faults.hold({ match: { path: '/authorize' }, times: 1 })
    const tab = await begin()
    await held.reached()
    return { tab, release: held.release }
  }
  const toldInPopup = async (words: RegExp = TOLD) => {
    const popup = await openPage(context, 'popup.html')
    await popup.getByText(words).first().waitFor()
    await popup.close()
  }

  test(
    'A-04 an undisturbed sign-in takes its code from the authority’s redirect, after the certificate',
    step(async () => {
      const tab = await begin()
      await signedIn(tab)
      expect(codesSent()).toHaveLength(1)
      await tab.close()
    }),
  )

  for (const [name, code, go] of [
    ['a script of a strange page', 'script', (tab: Page) => tab.goto(at('/script'))],
    ['a refresh of a strange page', 'refresh', (tab: Page) => tab.goto(at('/refresh'))],
    [
      'a link of a strange page',
      'link',
      (tab: Page) => tab.goto(at('/link')).then(() => tab.getByRole('link').click()),
    ],
    [
      'a form of a strange page',
      'form',
      (tab: Page) => tab.goto(at('/form')).then(() => tab.getByRole('button').click()),
    ],
    ['a typed address', 'typed', (tab: Page) => tab.goto(`${machine.authority.profile.redirectUri}?code=typed`)],
  ] as const)
    test(
      `A-04 a code that ${name} brings into the sign-in’s own tab is refused, and the popup says so`,
      step(async () => {
        const { tab, release } = await waiting()
        await go(tab).catch(() => undefined) // nothing listens at the callback, and the tab is redirected
        await toldInPopup(code === 'typed' ? /did not come from ANAF/ : /A strange page \(evil\.test\.localhost\)/)
        release()
        const result = await openPage(context, 'signed-in.html')
        await result.getByText('The sign-in failed').waitFor()
        await result.close()
        expect(isSent(code)).toBe(false)
        await tab.close()
      }),
    )

  test(
    'A-04 a code that comes through a foreign site’s redirect is refused',
    step(async () => {
      const { redirectUri } = machine.authority.profile
      const redirecting = await openWebSite(() => ({}), { '/go': `${redirectUri}?code=redirected` })
      const { tab, release } = await waiting()
      await tab.goto(redirecting.url('/go', EVIL)).catch(() => undefined)
      await toldInPopup()
      release()
      expect(isSent('redirected')).toBe(false)
      await tab.close()
      await redirecting.close()
    }),
  )

  test(
    'A-04 a foreign page that opens the authority’s own address in the sign-in’s tab gets nothing either',
    step(async () => {
      const { tab, release } = await waiting()
      const before = codesSent().length
      const asked = machine.authority.journal.find({ path: '/authorize' }).at(0)
      const address = `${machine.authority.profile.authUrl}/authorize?${new URLSearchParams(asked?.query)}`
      await tab.goto(at('/quiet'))
      await tab.evaluate(`void setTimeout(() => { location.href = ${JSON.stringify(address)} })`)
      await toldInPopup(/A strange page \(evil\.test\.localhost\)/)
      release()
      expect(codesSent().length).toBe(before)
      await tab.close()
    }),
  )

  test(
    'A-04 a frame or another tab does not disturb the visit, which goes on to its own code',
    step(async () => {
      const { tab, release } = await waiting()
      const before = codesSent().length
      const framed = await context.newPage()
      await framed.goto(at('/frame'))
      const other = await context.newPage()
      await other.goto(at('/script')).catch(() => undefined)
      await toldInPopup()
      release()
      await signedIn(tab)
      expect(codesSent().length).toBe(before + 1)
      expect([isSent('frame'), isSent('script')]).toEqual([false, false])
      for (const page of [framed, other, tab]) await page.close()
    }),
  )

  test(
    'A-12 a sign-in with another certificate than before names both serials',
    step(async () => {
      const other = JSON.stringify(await machine.authority.issueTokens({ certificateSerial: 'AB99' }))
      expect((await command(['auth', 'import', '-'], machine.sandbox.env, other)).code).toBe(0)
      const tab = await begin()
      await signedIn(tab)
      const words = new RegExp(`Another certificate than before: serial number ${signedInAs}, previously AB99`)
      await tab.getByText(words).waitFor()
      await toldInPopup(words)
      await tab.close()
    }),
  )

  test(
    'the extension’s pages and its worker reach nothing by themselves, and run no code of others',
    step(async () => {
      const manifest = JSON.parse(await readFile(join(EXTENSION, 'manifest.json'), 'utf8'))
      const policy: string = manifest.content_security_policy.extension_pages
      // Only the host that asks for the certificate on each call, ANAF's and the embedded authority's (E-28).
      const calls = `connect-src ${CERTIFICATE_ORIGIN} https://webserviceapl.localhost:*`
      for (const rule of ["default-src 'none'", calls, "script-src 'self'", "object-src 'none'"])
        expect(policy.split('; ')).toContain(rule)
      const rest = policy.replace("style-src-attr 'unsafe-inline'", '').replace(calls, '')
      expect(rest).not.toMatch(/unsafe|https?:|data:|\*/)
      expect(manifest.web_accessible_resources ?? []).toEqual([])

      const address = `${machine.authority.origin('login')}/probe`
      const attempt = `(async () => {
        const said = await fetch(${JSON.stringify(address)}, { mode: 'no-cors' }).then(() => 'reached', error => error.name)
        return said
      })()`
      const worker = await backgroundOf(context)
      expect(await worker.evaluate(attempt)).toBe('TypeError')
      for (const name of ['popup.html', 'sidepanel.html', 'options.html', 'signed-in.html']) {
        const page = await openPage(context, name)
        expect(await page.evaluate(attempt), name).toBe('TypeError')
        const blocked = await page.evaluate(`new Promise(resolve => {
          const seen = new Set()
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            seen.add(effectiveDirective)
            if (seen.size === 4) resolve([...seen].sort())
          })
          const add = (name, values) => document.body.append(Object.assign(document.createElement(name), values))
          add('img', { src: ${JSON.stringify(address)} })
          add('script', { src: ${JSON.stringify(address)} })
          add('iframe', { src: ${JSON.stringify(at('/quiet'))} })
          try { new WebSocket('wss://localhost:1/') } catch {}
        })`)
        expect(blocked, name).toEqual(['connect-src', 'frame-src', 'img-src', 'script-src-elem'])
        await page.close()
      }
      expect(machine.authority.journal.find({ path: '/probe' })).toEqual([])
    }),
  )

  test(
    'a document is still shown by the browser’s own viewer, from a blob',
    step(async () => {
      const page = await openPage(context, 'sidepanel.html')
      const pdf = onePagePdf('DECIZIE').toString('base64')
      await page.evaluate(`(() => {
        const bytes = Uint8Array.fromBase64('${pdf}')
        const src = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
        document.body.append(Object.assign(document.createElement('iframe'), { src }))
      })()`)
      const session = await browserOf(context).newBrowserCDPSession()
      await waitFor('the viewer is in the frame', async () => {
        const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
        return targetInfos.some(({ url }) => url.startsWith(VIEWER))
      })
      await session.detach()
      await page.close()
    }),
  )

  describe('a script on the portal’s own pages', () => {
    const portal = () => `${machine.authority.profile.portalUrl}/WAS6DUS/`
    const hosts = async () =>
      [...(await processesWith(`RECIPISA_DATA_DIR=${machine.sandbox.dataDir}`)).values()].filter(line =>
        line.includes('chrome-extension://'),
      )
    const listed = async (): Promise<Declaration[]> => {
      const { stdout } = await command(['declarations', 'list', '--json'], machine.sandbox.env)
      return JSON.parse(stdout).items
    }
    let page: Page

    test(
      'cannot have the host read files that nobody chose, nor start hosts',
      step(async () => {
        page = await context.newPage()
        await page.goto(portal())
        await page.getByRole('button', { name: 'Prezentare certificat' }).click()
        await page.locator('input[name=linkdoc]').waitFor()
        const before = (await hosts()).length
        await page.evaluate(`(() => {
          for (let n = 0; n < 25; n += 1) {
            const form = document.querySelector('form').cloneNode(true)
            const input = form.querySelector('input[name=linkdoc]')
            const files = new DataTransfer()
            files.items.add(new File(['%PDF-1.7 made up ' + n], 'd300.pdf', { type: 'application/pdf' }))
            input.files = files.files
            document.body.append(form)
            input.dispatchEvent(new Event('input', { bubbles: true }))
            input.dispatchEvent(new Event('change', { bubbles: true }))
            form.addEventListener('submit', event => event.preventDefault())
            form.requestSubmit()
          }
        })()`)
        // A real choice afterwards is handled after every earlier message.
        const path = join(machine.sandbox.folder, 'd300.pdf')
        await writeFile(path, await declarationPdf({ form: 'D300', cui: CUI, signer: machine.person }))
        await page.locator('input[name=linkdoc]').first().setInputFiles(path)
        const staged = async () =>
          [...(await filesUnder(machine.sandbox.dataDir)).keys()].filter(name => name.endsWith('.pdf'))
        await waitFor('the chosen file is with the host', async () => (await staged()).length > 0)
        expect(await staged()).toHaveLength(1)
        expect((await hosts()).length).toBeLessThanOrEqual(before + 1)
      }),
    )

    test(
      'cannot make a filing up: without a person’s choice its answer counts nothing, with one it stays unconfirmed',
      step(async () => {
        const answer = (index: string) =>
          `<table border="0"><tr><td>Fişierul dumneavoastră cu numele "<b>d300.pdf</b>" a fost depus cu succes. Indexul este <b>${index}</b>.</td></tr></table>\n`
        await page.route(`**${UPLOAD}`, route =>
          route.fulfill({ contentType: 'text/html;charset=UTF-8', body: answer('1999999999') }),
        )
        // Another tab, in which nobody has chosen a file.
        const other = await context.newPage()
        await other.goto(portal())
        await other.evaluate(`(() => {
          history.pushState(null, '', ${JSON.stringify(UPLOAD)})
          document.body.innerHTML = ${JSON.stringify(answer('1999999998'))}
        })()`)
        await other.route(`**${UPLOAD}`, route =>
          route.fulfill({ contentType: 'text/html;charset=UTF-8', body: answer('1999999997') }),
        )
        await other.goto(new URL(UPLOAD, portal()).href)

        // The tab of the choice: the answer looks like the portal's, but is still only a page's word.
        await page.goto(new URL(UPLOAD, portal()).href)
        const [captured, ...more] = await waitFor('the made-up filing is followed', async () => {
          const all = await listed()
          return all.length > 0 && all
        })
        expect(more).toEqual([])
        expect(captured).toMatchObject({ filingNumber: '1999999999', state: 'processing', isUnconfirmed: true })
        await waitFor('the status page was asked', async () => (await listed())[0]?.checkedAt != null)
        expect(await listed()).toMatchObject([{ isUnconfirmed: true, state: 'processing', receipt: 'none' }])
        await other.close()
      }),
    )

    test(
      'a filing that a person makes there is confirmed by the status page',
      step(async () => {
        await page.unroute(`**${UPLOAD}`)
        await page.goto(portal())
        const path = join(machine.sandbox.folder, 'd112.pdf')
        await writeFile(path, await declarationPdf({ form: 'D112', cui: CUI, signer: machine.person }))
        await page.locator('input[name=linkdoc]').setInputFiles(path)
        await page.getByRole('button', { name: 'Trimite' }).click()
        await page.waitForURL(`**${UPLOAD}`)
        await waitFor('it is confirmed', async () =>
          (await listed()).some(
            ({ form, isUnconfirmed, state }) => form === 'D112' && !isUnconfirmed && state === 'valid',
          ),
        )
        await page.close()
      }),
    )
  })
})
