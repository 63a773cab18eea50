import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import '../../extension/locales/every-phrase.fixture.ts'
import { type Key, translate } from '../../extension/locales/translate.ts'
import { sampleXml } from '../../test/authority/documents/sample.ts'
import { seedWorld } from '../../test/authority/world/seed.ts'
import { openChromium } from '../../test/browser/support/chromium/chromium.ts'
import { setUpColleague } from '../../test/browser/support/machine/colleague.ts'
import { type Machine, setUpMachine } from '../../test/browser/support/machine/machine.ts'
import type { Sandbox } from '../../test/browser/support/machine/sandbox.ts'
import { createOffice, inviteSeat, joinOffice } from '../../test/browser/support/office-steps.ts'
import { documentsIn, pageUrl } from '../../test/browser/support/steps.ts'
import { downloadsOf } from '../../test/contract/support/archived-zips.ts'
import { startPostgres } from '../../test/contract/support/postgres.ts'
import { run } from '../../test/support/run-program.ts'
import { waitFor } from '../../test/support/wait-for.ts'
import { type Demo, type OnEnd, perform, say } from './perform.ts'
import { placeWindow } from './place-window.ts'
import { HOST } from './summary.ts'
import { startWorker } from './worker.ts'

type TwoSeats = Demo & {
  /** Whether to continue until Ctrl-C. */
  keep: boolean
}

const phrase = (key: Key) => translate('en', key)

/** Delay of each answer of the authority, ms: enough to see the worker work. */
const ANSWER = 150
/** The owner of the office's database, which is removed at the end. */
const OWNER = { user: 'gestiune', password: 'parola-gestiunii' }
/** An open page polls for colleagues' changes every half a minute, ms. */
const SEEN_BY_THEN = 120_000

/** One computer of the demo. `page`: its only tab. */
type Desk = { name: string; sandbox: Sandbox; page: Page }

/** An office of two people and a worker without a screen, saying each step. */
export const showTwoSeats = (demo: TwoSeats): Promise<void> => perform(demo.signal, onEnd => showSteps(demo, onEnd))

async function showSteps({ folder, headless, keep, signal }: TwoSeats, onEnd: OnEnd): Promise<void> {
  say('1  The authority, and a PostgreSQL of our own')
  const server = await startPostgres()
  onEnd(() => server.stop())
  await server.createDatabase('cabinet', OWNER)
  const machine = await setUpMachine({
    folder: join(folder, 'ana'),
    answerDelayMs: ANSWER,
    world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 20 }),
    pace: { processingMs: 500, indexingMs: 500 },
  })
  onEnd(() => machine.stop())
  const database = server.url('cabinet', OWNER.user)
  say(`   ${machine.authority.profile.authUrl}\n   ${database}`)

  say(`2  Two computers, Ana's and Dan's: a Chromium, a host and an archive each${headless ? ', headless' : ''}`)
  const [colleague, worker] = [
    await setUpColleague(machine, join(folder, 'dan')),
    await setUpColleague(machine, join(folder, 'server')),
  ]
  for (const one of [colleague, worker]) onEnd(() => one.stop())
  const [ana, dan] = [
    await openDesk('Ana', machine.sandbox, 'left', headless, onEnd),
    await openDesk('Dan', colleague.sandbox, 'right', headless, onEnd),
  ]

  say('3  Ana creates the office in her settings and adds two seats; Dan joins in his')
  await createOffice(ana.page, { url: database, password: OWNER.password }, ana.name)
  const [forDan, forServer] = [await inviteSeat(ana.page, dan.name), await inviteSeat(ana.page, 'Server')]
  await joinOffice(dan.page, forDan)
  const screenshots = join(folder, 'screenshots')
  await takeScreenshots(screenshots, 'settings', ana, dan)

  say('4  A worker without a screen: it alone syncs, with the tokens that it was given')
  for (const desk of [ana, dan]) await desk.page.goto(pageUrl('sidepanel.html'))
  const host = (args: readonly string[], input?: string) =>
    run(process.execPath, [HOST, ...args], { env: worker.sandbox.env, ...(input === undefined ? {} : { input }) })
  await host(['auth', 'import', '-'], JSON.stringify(await machine.authority.issueTokens()))
  for (const cui of machine.authority.world.companies.keys()) await host(['companies', 'add', cui])
  await host(['office', 'join', forServer.url], `${forServer.password}\n`)
  const working = startWorker([process.execPath, HOST, 'office', 'work', '--every', '15'], worker.sandbox.env, line =>
    say(`   worker │ ${line}`),
  )
  onEnd(() => working.stop())

  say('5  What the worker downloads is in both lists')
  const total = machine.authority.expected().reduce((sum, { messages }) => sum + documentsIn(messages), 0)
  await Promise.all([ana, dan].map(desk => listed(desk, total)))
  await working.hasSaid(/\d{4}/)
  say(`   ${total} documents in each list; for three computers, ${downloads(machine)}`)

  say('6  Ana signs in and sends an invoice; Dan sees that it is hers')
  await run(process.execPath, [HOST, 'auth', 'import', '-'], {
    env: ana.sandbox.env,
    input: JSON.stringify(await machine.authority.issueTokens()),
  })
  await sendInvoice(ana, machine)
  await dan.page.getByRole('tab', { name: phrase('tab-activity') }).click()
  await dan.page
    .getByText(translate('en', 'office-from', { seat: ana.name }))
    .first()
    .waitFor({ timeout: SEEN_BY_THEN })
  await takeScreenshots(screenshots, 'panel', ana, dan)

  say(
    `\nArchives     ${[ana.sandbox, dan.sandbox, worker.sandbox].map(({ dataDir }) => dataDir).join('\n             ')}`,
  )
  say(`Screenshots  ${screenshots}`)
  if (!keep) return
  const inThisPlace = `RECIPISA_PROFILE=${dan.sandbox.env.RECIPISA_PROFILE} RECIPISA_DATA_DIR=${dan.sandbox.dataDir}`
  say(`\nThe command line at Dan's seat:\n  ${inThisPlace} npx recipisa office status`)
  say('\nRunning until Ctrl-C.')
  const closed = ({ page }: Desk) => new Promise(resolve => page.context().once('close', resolve))
  await Promise.race([once(signal, 'abort'), closed(ana), closed(dan)])
}

/** Opens a Chromium at its half of the screen, with the settings in its only tab. */
async function openDesk(
  name: string,
  sandbox: Sandbox,
  half: 'left' | 'right',
  headless: boolean,
  onEnd: OnEnd,
): Promise<Desk> {
  const context: BrowserContext = await openChromium(sandbox, { headless })
  onEnd(() => context.close())
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(pageUrl('options.html'))
  await placeWindow(page, half)
  return { name, sandbox, page }
}

async function listed({ name, page }: Desk, count: number): Promise<void> {
  await waitFor(
    `${name} has all ${count} documents in the list`,
    () =>
      page
        .getByText(translate('en', 'invoice-count', { n: count }), { exact: true })
        .first()
        .isVisible(),
    SEEN_BY_THEN,
  )
}

/** The number of file downloads from the authority; two entries of a self-billed invoice have a file each (E-17). */
function downloads({ authority }: Machine): string {
  const counts = [...downloadsOf(authority).values()]
  return `${counts.length} files were downloaded, ${Math.max(...counts) === 1 ? 'each once' : 'some more than once'}`
}

async function sendInvoice({ sandbox, page }: Desk, { authority }: Machine): Promise<void> {
  const [seller = '', buyer = ''] = authority.world.companies.keys()
  const path = join(sandbox.folder, 'UNA-1.xml')
  await writeFile(path, sampleXml({ seller, buyer, number: 'UNA-1' }))
  await page.getByRole('button', { name: 'Upload invoices' }).click()
  await page.locator('input[type=file]').first().setInputFiles(path)
  await page.getByRole('button', { name: 'Upload one invoice' }).click()
  await page.getByText('Accepted', { exact: true }).first().waitFor()
}

async function takeScreenshots(folder: string, what: string, ...desks: readonly Desk[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { name, page } of desks) await page.screenshot({ path: join(folder, `${what}-${name.toLowerCase()}.png`) })
}
