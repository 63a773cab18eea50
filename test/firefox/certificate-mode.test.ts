import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedWorld } from '../authority/world/seed.ts'
import { type Machine, setUpMachine } from '../browser/support/machine/machine.ts'
import { missingFor } from '../browser/support/machine/missing.ts'
import { addCompanies, syncAll } from '../browser/support/steps.ts'
import { archivedHashes } from '../support/archived-files.ts'
import { run } from '../support/run-program.ts'
import { type Firefox, openFirefox } from './support/firefox.ts'
import { pageUrl } from './support/prefs.ts'

/** Without any OAuth application; Firefox chooses the certificate by itself. */
describe.skipIf(missingFor('firefox'))('the certificate at call time in Firefox', () => {
  let machine: Machine
  let firefox: Firefox

  beforeAll(async () => {
    machine = await setUpMachine({
      access: 'certificate',
      world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 5 }),
    })
    const { authority, person, sandbox } = machine
    authority.world.enrol(person.serialNumber, 'all')
    const program = join(import.meta.dirname, '../../dist/recipisa.js')
    await run(process.execPath, [program, 'host', 'install'], { env: sandbox.env })
    firefox = await openFirefox(machine)
  })
  afterAll(async () => {
    await firefox?.close()
    await machine?.remove()
  })

  test('E-28 two companies are synced byte for byte by the event page’s calls', async () => {
    const { authority, sandbox } = machine
    const settings = await firefox.open(pageUrl('options.html'))
    await settings.click('Choose the certificate')
    const chosen = await firefox.tabAt(pageUrl('certificate.html'))
    await chosen.shows('The certificate is chosen')
    await settings.shows('In Firefox invoices are uploaded with the second way only')
    const panel = await firefox.open(pageUrl('sidepanel.html'))
    await addCompanies(panel, [...authority.world.companies.keys()])
    await syncAll(panel, authority.expected())
    const wanted = authority.expected().flatMap(({ messages }) => messages.map(({ sha256 }) => sha256))
    expect(await archivedHashes(join(sandbox.dataDir, 'archive'), '.zip')).toEqual(wanted.sort())
    const calls = authority.journal.entries.filter(({ path }) => path.includes('/FCTEL/'))
    expect(calls.every(one => one.clientCertificatePresented && one.host === 'webserviceapl.localhost')).toBe(true)
  })
})
