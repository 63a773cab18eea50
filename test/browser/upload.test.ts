import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleXml } from '../authority/documents/sample.ts'
import { createWorld } from '../authority/world/world.ts'
import { archivedHashes, sha256 } from '../support/archived-files.ts'
import { waitFor } from '../support/wait-for.ts'
import { browserOf, openChromium } from './support/chromium/chromium.ts'
import { attachSidePanel, type SidePanel } from './support/chromium/side-panel.ts'
import { commandsOf } from './support/machine/commands.ts'
import { closeAll, type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { openPage, tabOpenedBy } from './support/steps.ts'
import { tabsOf, withEvidence } from './support/views/evidence.ts'

const [SELLER, BUYER] = ['14399840', '34878414'] as const

/** Filing in the side panel of a real Chromium; the sign-in is not the subject, so the command line does it. */
describe.skipIf(missingFor('browser'))('files dropped on the side panel', () => {
  let machine: Machine
  let context: BrowserContext
  let panel: SidePanel
  let invoice: string

  beforeAll(async () => {
    machine = await setUpMachine({
      pace: { processingMs: 500, indexingMs: 500 },
      world: now => {
        const world = createWorld({ now })
        for (const cui of [SELLER, BUYER]) world.addCompany(cui, `Firma ${cui} SRL`)
        return world
      },
    })
    invoice = await saved('factura.xml', sampleXml({ seller: SELLER, buyer: BUYER, number: 'F-77' }))
    context = await openChromium(machine.sandbox, { headless: true })
    const popup = await openPage(context, 'popup.html')
    await popup.getByRole('button', { name: 'Open the panel' }).click()
    panel = await attachSidePanel(browserOf(context))
  })
  afterAll(() => closeAll(context, machine))

  const step = (work: () => Promise<void>) => () =>
    withEvidence({ machine: () => machine, views: () => ({ panel, ...tabsOf(context) }) }, work)
  const uploads = () => machine.authority.journal.count({ path: '/upload' })
  async function saved(name: string, xml: string): Promise<string> {
    const path = join(machine.sandbox.folder, name)
    await writeFile(path, xml)
    return path
  }

  test(
    'somebody who never signed in drops an XML, has it checked and gets its PDF in a tab',
    step(async () => {
      await panel.shows('Validate an XML without a sign-in')
      await panel.drop([invoice])
      await panel.shows('F-77')
      await panel.click('Validate')
      await panel.shows('ANAF found no errors.')
      const pdf = await tabOpenedBy(context, () => panel.click('PDF'))
      await waitFor('the tab shows the PDF', () => pdf.url().startsWith('blob:chrome-extension:'))
      await panel.click('Save PDF')
      await panel.shows('Saved to Downloads: ')
      expect(await panel.evaluate('document.body.innerText')).not.toContain('Upload one invoice')
      expect(uploads()).toBe(0)
      await panel.click('Remove the file factura.xml')
    }),
  )

  test(
    'a double click on the confirmation files a dropped invoice once; it is followed to its end and its ZIP archived',
    step(async () => {
      const { authority, sandbox } = machine
      const run = commandsOf(machine)
      await run(['auth', 'import', '-'], { input: await authority.issueTokens() })
      for (const cui of [SELLER, BUYER]) await run(['companies', 'add', cui])
      // The panel polls the host again when it becomes visible.
      await panel.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)

      await panel.drop([invoice])
      await panel.shows(/Uploaded on behalf of\s+.*14399840/)
      await panel.doubleClick('Upload one invoice')
      await panel.shows('Accepted', 60_000)
      const bytes = await readFile(invoice)
      expect(authority.uploadsOf(sha256(bytes))).toHaveLength(1)
      expect(uploads()).toBe(1)
      const ofSeller = authority.expected().find(({ cui }) => cui === SELLER)?.messages ?? []
      expect(ofSeller).toHaveLength(1)
      await waitFor('the signed ZIP is archived', async () => {
        const archived = await archivedHashes(join(sandbox.dataDir, 'archive'), '.zip')
        return archived.includes(ofSeller[0]?.sha256 ?? '')
      })
    }),
  )

  test(
    'E-06 the same content dropped again names the earlier upload, and is sent only after a tick',
    step(async () => {
      await panel.click('Done')
      await panel.drop([invoice])
      await panel.shows(/The same content was uploaded on .* with the index \d+: Accepted/)
      await panel.shows('Nothing to upload')
      expect(uploads()).toBe(1)
      await panel.click('Remove the file factura.xml')
    }),
  )

  test(
    'a refused file shows its findings by rule, and a corrected one is offered',
    step(async () => {
      const wrong = sampleXml({ seller: SELLER, buyer: BUYER, number: 'F-78' }).replaceAll('RO-', 'XX-')
      await panel.drop([await saved('gresita.xml', wrong)])
      await panel.shows('F-78')
      await panel.click('Upload one invoice')
      await panel.shows(/errors? in gresita\.xml/, 60_000)
      await panel.shows('BR-RO-110')
      await panel.click('Done')
      await panel.click('Activity')
      await panel.shows('Upload the corrected version')
    }),
  )
})
