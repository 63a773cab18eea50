import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedWorld } from '../authority/world/seed.ts'
import { archivedHashes } from '../support/archived-files.ts'
import { run } from '../support/run-program.ts'
import { waitFor } from '../support/wait-for.ts'
import { openUnattachedChromium, type UnattachedChromium } from './support/chromium/unattached.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { pageUrl } from './support/steps.ts'

const HOST = join(import.meta.dirname, '../../dist/recipisa.js')

describe.skipIf(missingFor('browser'))('in a Chromium that nothing is attached to', () => {
  let machine: Machine
  let chromium: UnattachedChromium

  beforeAll(async () => {
    machine = await setUpMachine({
      world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 60 }),
      // Two requests a second: the sync takes longer than the 30 seconds after which Chromium ends an idle worker.
      limits: { requestsPerMinute: 120 },
    })
    const { authority, sandbox } = machine
    const { access_token, refresh_token } = await authority.issueTokens()
    const host = (args: string[], input = '') => run(process.execPath, [HOST, ...args], { env: sandbox.env, input })
    await host(['auth', 'import', '-'], JSON.stringify({ access_token, refresh_token }))
    for (const cui of authority.world.companies.keys()) await host(['companies', 'add', cui])
    chromium = await openUnattachedChromium(sandbox)
  })
  afterAll(async () => {
    await chromium?.close()
    await machine?.remove()
  })

  test('U-05 a sync goes on while the background worker sleeps and dies, and when the browser is closed', async () => {
    const { authority, sandbox } = machine
    const downloads = () => authority.journal.count({ path: '/descarcare' })
    const workers = async () => (await chromium.targets()).filter(({ type }) => type === 'service_worker')

    // If the worker takes longer to die, or the browser to close, the sync waits for them.
    const path = '/descarcare'
    const untilDead = authority.faults.hold({ match: { path }, nth: 70, times: 20 })
    const untilClosed = authority.faults.hold({ match: { path }, nth: 90 })
    const popup = await chromium.onceIn(
      pageUrl('popup.html'),
      `(() => {
        const sync = [...document.querySelectorAll('button:enabled')].find(each => each.textContent === 'Sync now')
        sync?.click()
        return document.body.innerText.includes('Downloading')
      })()`,
    )
    await popup.close()
    await waitFor('the worker dies', async () => (await workers()).length === 0, 90_000)
    const atDeath = downloads()
    untilDead.release()
    await waitFor('downloads go on without a worker', () => downloads() > atDeath + 5)
    expect(await workers()).toEqual([])

    await chromium.close()
    const wanted = authority.expected().flatMap(({ messages }) => messages.map(message => message.sha256))
    expect(downloads()).toBeLessThan(wanted.length)
    untilClosed.release()
    await waitFor('every invoice is asked for', () => downloads() === wanted.length, 90_000)
    await machine.ended()
    expect(await archivedHashes(join(sandbox.dataDir, 'archive'), '.zip')).toEqual(wanted.sort())
    expect(downloads()).toBe(wanted.length)
  })
})
