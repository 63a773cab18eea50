import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import '../../extension/locales/every-phrase.fixture.ts'
import { type Key, translate } from '../../extension/locales/translate.ts'
import { progressBar } from '../../native-host/cli/terminal/progress-bar.ts'
import { seedMail } from '../../test/authority/spv/seed.ts'
import { seedWorld } from '../../test/authority/world/seed.ts'
import { openChromium } from '../../test/browser/support/chromium/chromium.ts'
import { chooseCertificateByItself } from '../../test/browser/support/chromium/policy.ts'
import type { SidePanel } from '../../test/browser/support/chromium/side-panel.ts'
import { type Machine, setUpMachine } from '../../test/browser/support/machine/machine.ts'
import {
  addCompanies,
  beginSignIn,
  enterClientSecret,
  openPage,
  openSidePanel,
  signedIn,
  syncAll,
} from '../../test/browser/support/steps.ts'
import { run } from '../../test/support/run-program.ts'
import { type Demo, type OnEnd, perform, say } from './perform.ts'
import { HOST, summary } from './summary.ts'

type WholeWay = Demo & {
  /** The browser chooses the certificate by a policy; otherwise the person does. */
  byPolicy: boolean
  pin: string | null
  keep: boolean
}

/** From the catalogue: nothing tests the demo, but a missing phrase fails the type check. */
const phrase = (key: Key) => translate('en', key)

/** The person's time limit for certificate and PIN, ms. */
const A_PERSON = 5 * 60_000
/** Delay of each answer of the authority, ms: about the real one's, and enough to see the bar move. */
const ANSWER = 300

/** Messages of the mailbox. */
const MESSAGES = 40

/** Runs the main job for real, saying each step. */
export const showTheWholeWay = (demo: WholeWay): Promise<void> => perform(demo.signal, onEnd => showSteps(demo, onEnd))

async function showSteps(demo: WholeWay, onEnd: OnEnd): Promise<void> {
  const { folder, headless, byPolicy, pin, keep, signal } = demo
  say('1  The authority, a token with a certificate, the host registered with the browser')
  const machine = await setUpMachine({
    folder,
    pin,
    answerDelayMs: ANSWER,
    world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 60 }),
    mail: seedMail({ messages: MESSAGES }),
  })
  onEnd(() => machine.stop())
  const { authority, sandbox, person } = machine
  authority.world.enrol(person.serialNumber, 'all')
  say(`   ${authority.profile.authUrl}`)
  if (byPolicy) onEnd(await chooseCertificateByItself({ port: authority.port, issuer: authority.ca.commonName }))

  say(`2  Chromium with the extension${headless ? ', headless' : ''}`)
  const context = await openChromium(sandbox, { headless })
  onEnd(() => context.close())
  await enterClientSecret(context, authority.clientSecret)

  say('3  Sign in: the browser shows the certificate to the authority, the extension takes the code')
  if (!byPolicy)
    say(`   Choose the certificate of ${person.commonName} in the window${pin === null ? '' : `; the PIN is ${pin}`}`)
  const tab = await beginSignIn(context)
  await signedIn(tab, A_PERSON)

  say('4  Two companies')
  const panel = await openSidePanel(context, tab)
  await addCompanies(panel, [...authority.world.companies.keys()])

  say('5  Sync')
  await syncWithBar(machine, panel)

  say('6  The SPV mailbox, with the session of the same sign-in')
  await panel.click(phrase('tab-mailbox'))
  await panel.click(phrase('mail-sync'))
  await panel.shows(`${MESSAGES} messages`, 60_000)
  say(`   ${MESSAGES} of ${MESSAGES} messages archived with their documents`)

  say('7  A company looked up in the public registers, one request a second')
  const [company = ''] = authority.world.companies.keys()
  const found = await run(process.execPath, [HOST, 'companies', 'lookup', company], sandbox)
  say(found.trim().replace(/^/gm, '   '))

  const screenshots = await takeScreenshots(context, panel, join(folder, 'screenshots'))
  say(`\n${await summary(sandbox)}\n`)
  say(`Archive      ${join(sandbox.dataDir, 'archive')}`)
  say(`Screenshots  ${screenshots}`)
  if (!keep) return
  const inThisPlace = `RECIPISA_PROFILE=${authority.profilePath} RECIPISA_DATA_DIR=${sandbox.dataDir}`
  say(`\nThe command line on the same archive:\n  ${inThisPlace} npx recipisa invoices list`)
  say(`The authority's journal: ${authority.origin('control')}/journal\n\nRunning until Ctrl-C.`)
  await Promise.race([once(signal, 'abort'), new Promise(closed => context.once('close', closed))])
}

async function syncWithBar({ authority }: Machine, panel: SidePanel): Promise<void> {
  const companies = authority.expected()
  const total = companies.flatMap(({ messages }) => messages).length
  const bar = progressBar({ stderr: process.stderr })
  const look = setInterval(() => {
    bar.show(authority.journal.count({ path: '/descarcare', completed: true }), total, 'signed ZIPs downloaded')
  }, 100)
  try {
    await syncAll(panel, companies)
  } finally {
    clearInterval(look)
    bar.clear()
  }
  say(`   ${total} of ${total} signed ZIPs downloaded and archived`)
}

async function takeScreenshots(context: BrowserContext, panel: SidePanel, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await panel.shows('Receipt')
  await writeFile(join(folder, 'messages.png'), await panel.screenshot())
  await panel.click(phrase('tab-invoices'))
  await panel.shows(/lei|RON/)
  await writeFile(join(folder, 'side-panel.png'), await panel.screenshot())
  const popup = await openPage(context, 'popup.html')
  const main = popup.getByRole('main')
  await main.getByText(new RegExp(`^${phrase('connected')}`)).waitFor()
  await main.screenshot({ path: join(folder, 'popup.png') })
  await popup.close()
  return folder
}
