import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Declaration } from '../../shared/protocol/declarations.ts'
import { declarationPdf } from '../authority/documents/declaration-pdf.ts'
import { type Machine, setUpMachine } from '../browser/support/machine/machine.ts'
import { missingFor } from '../browser/support/machine/missing.ts'
import { filesUnder, sha256 } from '../support/archived-files.ts'
import { run } from '../support/run-program.ts'
import { waitFor } from '../support/wait-for.ts'
import { type Firefox, openFirefox } from './support/firefox.ts'

const PROGRAM = join(import.meta.dirname, '../../dist/recipisa.js')

describe.skipIf(missingFor('firefox'))('a person’s own filings on the portal in Firefox', () => {
  let machine: Machine
  let firefox: Firefox

  beforeAll(async () => {
    machine = await setUpMachine({})
    await run(process.execPath, [PROGRAM, 'host', 'install'], { env: machine.sandbox.env })
    firefox = await openFirefox(machine)
  })
  afterAll(async () => {
    await firefox?.close()
    await machine?.remove()
  })

  test('D-04 a file that was saved again after it was chosen, as by signing it, is captured as it was sent', async () => {
    const { authority, sandbox, person } = machine
    const path = join(sandbox.folder, 'd300.pdf')
    await writeFile(path, await declarationPdf({ form: 'D300', signer: person }))
    const chosen = sha256(await readFile(path))

    const portal = await firefox.open('about:blank')
    await portal.evaluate(`void location.assign('${authority.profile.portalUrl}/WAS6DUS/')`)
    await portal.press('input[value="Prezentare certificat"]')
    await portal.shows('Selectați declarația')
    await portal.choose('input[name=linkdoc]', path)
    await waitFor('the host has the file', async () =>
      [...(await filesUnder(sandbox.dataDir)).values()].some(kept => sha256(kept) === chosen),
    )
    await appendFile(path, '\n')
    await portal.press('input[value=Trimite]')
    const [captured] = await waitFor('the filing is captured', async () => {
      const said = await run(process.execPath, [PROGRAM, 'declarations', 'list', '--json'], { env: sandbox.env })
      const { items }: { items: Declaration[] } = JSON.parse(said)
      return items.length > 0 && items
    })
    expect(authority.declarations.submitted).toMatchObject([
      { number: captured?.filingNumber, sha256: captured?.sha256, fileName: 'd300.pdf' },
    ])
    expect(captured?.sha256).not.toBe(chosen)
  })
})
