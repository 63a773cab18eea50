import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declarationPdf } from '../authority/documents/declaration-pdf.ts'
import { sampleXml } from '../authority/documents/sample.ts'
import { seedWorld } from '../authority/world/seed.ts'
import { downloadsOf } from '../contract/support/archived-zips.ts'
import { command } from '../contract/support/host.ts'
import { signInToPortal } from '../contract/support/portal.ts'
import { HAS_POSTGRES, type PostgresServer, startPostgres } from '../contract/support/postgres.ts'
import { MANAGER } from '../contract/support/seats.ts'
import { sha256 } from '../support/archived-files.ts'
import { openChromium } from './support/chromium/chromium.ts'
import { type Colleague, setUpColleague } from './support/machine/colleague.ts'
import { commandsOf } from './support/machine/commands.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import type { Sandbox } from './support/machine/sandbox.ts'
import { createOffice, inviteSeat, joinOffice, leaveOffice } from './support/office-steps.ts'
import { openPage } from './support/steps.ts'
import { tabsOf, withEvidence } from './support/views/evidence.ts'
import { findProblems } from './support/views/find-problems.ts'

/** Two computers of one office, each with its own Chromium and archive. */
describe.skipIf(missingFor('browser') || !HAS_POSTGRES)('an office of two seats', () => {
  let server: PostgresServer
  let machine: Machine
  let colleague: Colleague
  let ana: BrowserContext
  let dan: BrowserContext
  let [anaSettings, danSettings]: Page[] = []
  const firm = () => [...machine.authority.world.companies.keys()][0] ?? ''

  beforeAll(async () => {
    server = await startPostgres()
    await server.createDatabase('cabinet', MANAGER)
    machine = await setUpMachine({
      pace: { processingMs: 100, indexingMs: 100 },
      world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 4 }),
    })
    colleague = await setUpColleague(machine)
    for (const { sandbox } of [machine, colleague]) {
      const run = commandsOf({ authority: machine.authority, sandbox })
      await run(['auth', 'import', '-'], { input: await machine.authority.issueTokens() })
      await run(['companies', 'add', firm()])
    }
    ana = await openChromium(machine.sandbox, { headless: true })
    dan = await openChromium(colleague.sandbox, { headless: true })
  })
  afterAll(async () => {
    await ana?.close()
    await dan?.close()
    await machine?.endRunners()
    await colleague?.remove()
    await machine?.remove()
    await server?.stop()
  })

  const step = (work: () => Promise<void>) => () =>
    withEvidence({ machine: () => machine, views: () => ({ ...tabsOf(ana), ...tabsOf(dan) }) }, work)
  const settingsOf = (page: Page | undefined): Page => {
    if (!page) throw new Error('the settings are not open')
    return page
  }
  const draft = async ({ folder }: Sandbox, number: string): Promise<string> => {
    const [seller = '', buyer = ''] = machine.authority.world.companies.keys()
    const path = join(folder, `${number}.xml`)
    await writeFile(path, sampleXml({ seller, buyer, number }))
    return path
  }
  /** A panel in which this file is about to be sent. */
  const about = async (context: BrowserContext, file: string): Promise<Page> => {
    const panel = await openPage(context, 'sidepanel.html')
    await panel.getByRole('button', { name: 'Upload invoices' }).click()
    await panel.locator('input[type=file]').first().setInputFiles(file)
    await panel.getByRole('button', { name: 'Upload one invoice' }).waitFor()
    return panel
  }
  const send = (panel: Page) => panel.getByRole('button', { name: 'Upload one invoice' }).click()

  test(
    'one seat creates the office and invites, the other joins; both name each other, and nothing of it is inaccessible',
    step(async () => {
      anaSettings = await openPage(ana, 'options.html')
      danSettings = await openPage(dan, 'options.html')
      await createOffice(anaSettings, { url: server.url('cabinet', MANAGER.user), password: MANAGER.password }, 'Ana')
      const login = await inviteSeat(anaSettings, 'Dan')
      await joinOffice(danSettings, login)
      expect(await danSettings.getByRole('list', { name: 'Seats' }).textContent()).toMatch(
        /Ana[\s\S]*Dan\s*this computer/i,
      )
      expect(await findProblems(anaSettings)).toEqual([])
      for (const settings of [anaSettings, danSettings])
        expect(await settings.evaluate('chrome.storage.local.get().then(JSON.stringify)')).not.toContain(login.password)
    }),
  )

  test(
    'E-33 what one seat syncs comes into the open list of the other, is opened there, and was downloaded once',
    step(async () => {
      const panel = await openPage(dan, 'sidepanel.html')
      await panel.getByRole('tab').first().waitFor()
      // This stops its periodic polling.
      await panel.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' })`)
      const first = panel.locator('#invoice-list [role=option][id]').first()
      expect(await first.isVisible()).toBe(false)
      await commandsOf(machine)(['invoices', 'sync'])
      await first.click()
      await panel.getByText('Amount due', { exact: true }).first().waitFor()
      await panel.close()
      const downloads = downloadsOf(machine.authority)
      expect(downloads.size).toBeGreaterThan(0)
      for (const [id, count] of downloads) expect(count, id).toBe(1)
    }),
  )

  test(
    'an invoice that one seat has sent is refused at the other one, which had it open meanwhile',
    step(async () => {
      const file = await draft(machine.sandbox, 'UNA-1')
      const theirs = await about(dan, file)
      const ours = await about(ana, file)
      await send(ours)
      await ours.getByText('Accepted', { exact: true }).first().waitFor()
      await send(theirs)
      await theirs
        .getByText(/was (filed by the seat|uploaded)/)
        .first()
        .waitFor()
      expect(machine.authority.journal.count({ path: '/upload' })).toBe(1)
      await ours.close()
      await theirs.close()
    }),
  )

  test(
    'while the office is out of reach an invoice is sent only after a yes to that',
    step(async () => {
      const panel = await about(dan, await draft(colleague.sandbox, 'SINGURA-1'))
      await server.stopForNow()
      await send(panel)
      await panel.getByRole('button', { name: 'Send without the office…' }).first().click()
      expect(machine.authority.journal.count({ path: '/upload' })).toBe(1)
      await panel.getByRole('button', { name: 'Send it all the same' }).click()
      await panel.getByText('Accepted', { exact: true }).first().waitFor()
      expect(machine.authority.journal.count({ path: '/upload' })).toBe(2)
      await server.startAgain()
      await panel.close()
    }),
  )

  test(
    'while the office is out of reach a declaration is submitted only after a yes to that',
    step(async () => {
      const { authority, person } = machine
      const cookies = JSON.stringify(await signInToPortal(authority, person))
      expect((await command(['session', 'import', 'portal', '-'], colleague.sandbox.env, cookies)).code).toBe(0)
      const pdf = join(colleague.sandbox.folder, 'd300.pdf')
      const bytes = await declarationPdf({ cui: firm(), form: 'D300', signer: person })
      await writeFile(pdf, bytes)
      Object.assign(authority.declarations.habits, { processingMs: 200, receiptMs: 200 })
      const submitted = () => authority.declarations.submittedOf(sha256(bytes)).length
      await server.stopForNow()
      const panel = await openPage(dan, 'sidepanel.html')
      await panel.getByRole('tab', { name: 'Declarations' }).click()
      await panel.getByRole('button', { name: 'Submit declarations' }).click()
      await panel.locator('input[type=file]').first().setInputFiles(pdf)
      await panel.getByRole('button', { name: 'Submit 1 declaration' }).click()
      await panel.getByRole('button', { name: 'Send without the office…' }).first().click()
      expect(submitted()).toBe(0)
      await panel.getByRole('button', { name: 'Send it all the same' }).click()
      await panel.getByText('Valid', { exact: true }).first().waitFor()
      expect(submitted()).toBe(1)
      await server.startAgain()
      await panel.close()
    }),
  )

  test(
    'a seat that leaves in the settings keeps what it has',
    step(async () => {
      await leaveOffice(settingsOf(danSettings))
      const panel = await openPage(dan, 'sidepanel.html')
      await panel.locator('#invoice-list [role=option][id]').first().waitFor()
      const left = await command(['office', 'status', '--json'], colleague.sandbox.env)
      expect(left.json()).toBeNull()
    }),
  )
})
