import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROME_EXTENSION_ID } from '../../shared/domain/product.ts'
import type { Declaration } from '../../shared/protocol/declarations.ts'
import { declarationPdf } from '../authority/documents/declaration-pdf.ts'
import { command } from '../contract/support/host.ts'
import { filesUnder, sha256 } from '../support/archived-files.ts'
import { waitFor } from '../support/wait-for.ts'
import { openChromium, openTab } from './support/chromium/chromium.ts'
import { chooseCertificateByItself } from './support/chromium/policy.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { stepsOf } from './support/views/evidence.ts'

const UPLOAD = '/WAS6DUS/displayFile.do'

/** One tab of the portal, headless with a key that asks for no PIN: each test continues from the last. */
describe.skipIf(missingFor('browser', 'policy'))('a person’s own filings on the portal in Chromium', () => {
  let machine: Machine
  let removePolicy: () => void
  let context: BrowserContext
  let portal: Page

  beforeAll(async () => {
    machine = await setUpMachine({ pin: null })
    const { authority, sandbox } = machine
    removePolicy = await chooseCertificateByItself({ port: authority.port, issuer: authority.ca.commonName })
    context = await openChromium(sandbox, { headless: true, keepsLeftPages: true })
  })
  afterAll(async () => {
    await context?.close()
    await machine?.endRunners()
    removePolicy?.()
    await machine?.remove()
  })

  const step = stepsOf(
    () => machine,
    () => context,
  )
  /** Chooses a declaration in the form; returns its hash once the host has it, which is before a person presses the button. */
  const choose = async (name: string, form: string): Promise<string> => {
    const path = join(machine.sandbox.folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await declarationPdf({ form, signer: machine.person }))
    await portal.locator('input[name=linkdoc]').setInputFiles(path)
    const chosen = sha256(await readFile(path))
    await waitFor('the host has the file', async () =>
      [...(await filesUnder(machine.sandbox.dataDir)).values()].some(kept => sha256(kept) === chosen),
    )
    return chosen
  }
  const send = () => portal.getByRole('button', { name: 'Trimite' }).click({ noWaitAfter: true })
  /** Index and content of the captured declarations, once there are so many. */
  const captured = (count: number) =>
    waitFor(`${count} filings are captured`, async () => {
      const { stdout } = await command(['declarations', 'list', '--json'], machine.sandbox.env)
      const { items }: { items: Declaration[] } = JSON.parse(stdout)
      return items.length === count && items.map(item => [item.filingNumber, item.sha256])
    })
  const indexes = () => machine.authority.declarations.submitted.map(({ number }) => number)
  /** Loads the extension again, which ends all that runs of it, as an update does. */
  const update = async () => {
    const page = await openTab(context, 'chrome://extensions/')
    await page.evaluate(`chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })
      .then(() => chrome.developerPrivate.reload('${CHROME_EXTENSION_ID}', { failQuietly: false }))`)
    await page.close()
  }

  test(
    'D-04 a form that is on its way during an update of the extension is captured with its file',
    step(async () => {
      const { faults, profile } = machine.authority
      portal = await context.newPage()
      await portal.goto(`${profile.portalUrl}/WAS6DUS/`)
      await portal.getByRole('button', { name: 'Prezentare certificat' }).click()
      const d300 = await choose('d300.pdf', 'D300')
      const held = faults.hold({ match: { path: UPLOAD } })
      await send()
      await held.reached()
      await update()
      held.release()
      expect(await captured(1)).toEqual([[indexes()[0], d300]])
    }),
  )

  const goBack = async () => {
    await portal.waitForURL(`**${UPLOAD}`)
    await portal.goBack({ waitUntil: 'commit' }) // a kept page loads nothing
    expect(await portal.evaluate('window.wasLeft'), 'the browser has kept the page').toBe(true)
  }

  test(
    'D-04 so is one in a page to which the person goes back, with another file and with the same',
    step(async () => {
      await portal.goto(`${machine.authority.profile.portalUrl}/WAS6DUS/`)
      await portal.evaluate('window.wasLeft = true')
      await choose('d100.pdf', 'D100')
      await send()
      await captured(2)
      await goBack()
      const d390 = await choose('d390.pdf', 'D390')
      await send()
      const [last] = await captured(3)
      expect(last).toEqual([indexes()[2], d390])
      await goBack()
      await send()
      const [again] = await captured(4)
      expect(again).toEqual([indexes()[3], null])
    }),
  )

  test(
    'D-04 an old answer to which the person goes Forward gets no later file, and the filing of that file keeps it',
    step(async () => {
      await goBack()
      const other = await choose('other/d390.pdf', 'D390')
      await portal.goForward()
      expect(portal.url()).toContain(UPLOAD)
      await goBack()
      await send()
      const [last, before] = await captured(5)
      expect([last, before]).toEqual([
        [indexes()[4], other],
        [indexes()[3], null],
      ])
    }),
  )

  test(
    'D-04 a file that is saved again and chosen again, of which Chromium tells no change, is captured as it was sent',
    step(async () => {
      await portal.goto(`${machine.authority.profile.portalUrl}/WAS6DUS/`)
      await choose('d112.pdf', 'D112')
      const path = join(machine.sandbox.folder, 'd112.pdf')
      await appendFile(path, '\n')
      await portal.locator('input[name=linkdoc]').setInputFiles(path)
      await send()
      const [last] = await captured(6)
      expect(last).toEqual([indexes()[5], sha256(await readFile(path))])
    }),
  )
})
