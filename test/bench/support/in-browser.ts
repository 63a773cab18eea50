import type { BrowserContext } from 'playwright-core'
import { openChromium } from '../../browser/support/chromium/chromium.ts'
import { type Machine, setUpMachine } from '../../browser/support/machine/machine.ts'
import { missingFor } from '../../browser/support/machine/missing.ts'
import { fillArchive } from '../../support/large-office.ts'
import { run } from '../../support/run-program.ts'
import { PROGRAM } from './program.ts'

/** Why no page can be measured here. */
export const withoutBrowser = (): string | undefined =>
  missingFor('browser') ? 'Chromium is not installed' : undefined

/** Works in a Chromium with the extension, on a machine whose archive has so many documents of 200 companies. */
export async function inBrowser<T>(
  documents: number,
  work: (context: BrowserContext, machine: Machine) => Promise<T>,
): Promise<T> {
  const machine = await setUpMachine({})
  try {
    await run(process.execPath, [PROGRAM, 'companies', 'list'], { env: machine.sandbox.env })
    if (documents > 0) await fillArchive(machine.sandbox.dataDir, { companies: 200, documents, now: Date.now() })
    const context = await openChromium(machine.sandbox, { headless: true })
    try {
      return await work(context, machine)
    } finally {
      await context.close()
    }
  } finally {
    await machine.remove()
  }
}
