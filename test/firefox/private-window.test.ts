import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Machine, setUpMachine } from '../browser/support/machine/machine.ts'
import { missingFor } from '../browser/support/machine/missing.ts'
import { run } from '../support/run-program.ts'
import { waitFor } from '../support/wait-for.ts'
import { type Firefox, openFirefox } from './support/firefox.ts'
import { pageUrl } from './support/prefs.ts'

const SPV = 'webserviced.localhost'

describe.skipIf(missingFor('firefox'))('the mailbox’s session in a private window of Firefox', () => {
  let machine: Machine
  let firefox: Firefox

  beforeAll(async () => {
    machine = await setUpMachine({})
    const { authority, person, sandbox } = machine
    authority.world.enrol(person.serialNumber, 'all')
    const program = join(import.meta.dirname, '../../dist/recipisa.js')
    await run(process.execPath, [program, 'host', 'install'], { env: sandbox.env })
    firefox = await openFirefox(machine, { inPrivateWindows: true })
  })
  afterAll(async () => {
    await firefox?.close()
    await machine?.remove()
  })

  test('it is begun there alone: the certificate is shown once, and the other windows have no session', async () => {
    const settings = await firefox.open(pageUrl('options.html'))
    const create = `browser.windows.create({ incognito: true, url: '${pageUrl('popup.html')}' }).then(() => null)`
    await settings.evaluate(create)
    const popup = await firefox.tabAt(pageUrl('popup.html'))
    await popup.click('Sign in to SPV separately')
    await popup.shows(/session active · \d\d:\d\d/)
    await waitFor('the visit’s tab closes by itself', async () =>
      (await firefox.tabs()).every(({ url }) => !url.includes(SPV)),
    )
    const shown = machine.authority.journal.find({ path: '/my.policy' })
    expect(shown.filter(entry => entry.clientCertificatePresented)).toHaveLength(1)
    const stores = ['firefox-private', 'firefox-default'].map(
      storeId => `browser.cookies.getAll({ domain: '${SPV}', storeId: '${storeId}' })`,
    )
    const counts = `Promise.all([${stores.join()}]).then(all => all.map(cookies => cookies.length > 0))`
    expect(await settings.evaluate<boolean[]>(counts)).toEqual([true, false])
  })
})
