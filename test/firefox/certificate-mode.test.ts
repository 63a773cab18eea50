import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleXml } from '../authority/documents/sample.ts'
import { seedWorld } from '../authority/world/seed.ts'
import { inOrder } from '../browser/support/in-order.ts'
import { type Machine, setUpMachine } from '../browser/support/machine/machine.ts'
import { missingFor } from '../browser/support/machine/missing.ts'
import { addCompanies, syncAll } from '../browser/support/steps.ts'
import { archivedHashes } from '../support/archived-files.ts'
import { run } from '../support/run-program.ts'
import { type Firefox, openFirefox } from './support/firefox.ts'
import { pageUrl } from './support/prefs.ts'
import type { Tab } from './support/tab.ts'

/** An expression that drops a file on the page. */
const dropOf = (name: string, text: string) => `(() => {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}))
  return window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
})()`

/** Without any OAuth application; Firefox chooses the certificate on its own. */
describe.skipIf(missingFor('firefox'))('the certificate at call time in Firefox', () => {
  let machine: Machine
  let firefox: Firefox
  let panel: Tab

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

  const next = inOrder()

  test(
    'E-28 two companies are synced byte for byte by the event page’s calls',
    next(async () => {
      const { authority, sandbox } = machine
      const settings = await firefox.open(pageUrl('options.html'))
      await settings.click('Choose the certificate')
      const chosen = await firefox.tabAt(pageUrl('certificate.html'))
      await chosen.shows('The certificate is chosen')
      await settings.shows('In Firefox invoices are uploaded with the second way only')
      panel = await firefox.open(pageUrl('sidepanel.html'))
      await addCompanies(panel, [...authority.world.companies.keys()])
      await syncAll(panel, authority.expected())
      const wanted = authority.expected().flatMap(({ messages }) => messages.map(({ sha256 }) => sha256))
      expect(await archivedHashes(join(sandbox.dataDir, 'archive'), '.zip')).toEqual(wanted.sort())
      const calls = authority.journal.entries.filter(({ path }) => path.includes('/FCTEL/'))
      expect(calls.every(one => one.clientCertificatePresented && one.host === 'webserviceapl.localhost')).toBe(true)
    }),
  )

  test(
    'E-05 E-28 an upload is refused before anything leaves, with the sentence that says why and what to do',
    next(async () => {
      const { world, journal } = machine.authority
      const [seller = '', buyer = ''] = world.companies.keys()
      await panel.evaluate(dropOf('factura.xml', sampleXml({ seller, buyer })))
      await panel.click('Upload one invoice')
      await panel.shows('This browser does not upload with the certificate alone')
      await panel.shows('Upload it from Chrome or Edge, or change to “Connect once a year”.')
      expect(journal.count({ path: '/upload' })).toBe(0)
    }),
  )
})
