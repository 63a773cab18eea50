import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Declaration } from '../../shared/protocol/declarations.ts'
import { declarationPdf } from '../authority/documents/declaration-pdf.ts'
import { filesUnder, sha256 } from '../support/archived-files.ts'
import { run } from '../support/run-program.ts'
import { waitFor } from '../support/wait-for.ts'
import { chooseCertificateByItself } from './support/chromium/policy.ts'
import { openUnattachedChromium, type UnattachedChromium } from './support/chromium/unattached.ts'
import { type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'

const HOST = join(import.meta.dirname, '../../dist/recipisa.js')

/** Signs in by the portal's own button, pressed once: the gateway takes its form once. True once the upload form appears. */
const UPLOAD_FORM = `(() => {
  const button = document.readyState === 'complete' && document.querySelector('input[value="Prezentare certificat"]')
  if (button && !window.isPressed) button.click()
  window.isPressed ||= Boolean(button)
  return document.querySelector('input[name=linkdoc]') !== null
})()`

/** Pressed once, however often the test polls for the answer. */
const SEND = `(() => {
  if (!window.isSent) document.querySelector('input[value=Trimite]')?.click()
  window.isSent = true
  return location.pathname === '/WAS6DUS/displayFile.do'
})()`

describe.skipIf(missingFor('browser', 'policy'))('the portal in a Chromium that nothing is attached to', () => {
  let machine: Machine
  let removePolicy: () => void
  let chromium: UnattachedChromium

  beforeAll(async () => {
    machine = await setUpMachine({ pin: null })
    const { authority, sandbox } = machine
    removePolicy = await chooseCertificateByItself({ port: authority.port, issuer: authority.ca.commonName })
    chromium = await openUnattachedChromium(sandbox)
  })
  afterAll(async () => {
    await chromium?.close()
    await machine?.endRunners()
    removePolicy?.()
    await machine?.remove()
  })

  test('D-04 a declaration by hand is captured, with its content, by a background that was asleep when the form was sent', async () => {
    const { authority, sandbox } = machine
    const workers = async () => (await chromium.targets()).filter(({ type }) => type === 'service_worker')
    const bytes = await declarationPdf({ signer: machine.person })
    const path = join(sandbox.folder, 'd300.pdf')
    await writeFile(path, bytes)

    const portal = await chromium.onceIn(`${authority.profile.portalUrl}/WAS6DUS/`, UPLOAD_FORM)
    await waitFor('the worker dies', async () => (await workers()).length === 0, 90_000)
    await portal.choose('input[name=linkdoc]', path)
    // A person takes longer from choosing a file to pressing the button than a worker takes to wake.
    await waitFor('the host has the file', async () =>
      [...(await filesUnder(sandbox.dataDir)).values()].some(kept => sha256(kept) === sha256(bytes)),
    )
    await portal.once(SEND)

    const [captured] = await waitFor('the filing is captured', async () => {
      const said = await run(process.execPath, [HOST, 'declarations', 'list', '--json'], { env: sandbox.env })
      const { items }: { items: Declaration[] } = JSON.parse(said)
      return items.length > 0 && items
    })
    const [filing, ...more] = authority.declarations.submitted
    expect(more).toEqual([])
    expect(captured).toMatchObject({ origin: 'portal', filingNumber: filing?.number, form: 'D300', cui: '8000000000' })
    expect(captured?.sha256).toBe(sha256(bytes))
  })
})
