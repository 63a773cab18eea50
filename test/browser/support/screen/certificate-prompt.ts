import { waitFor } from '../../../support/wait-for.ts'
import type { Display } from './display.ts'

/** Title of the window in which Chromium, in English, asks for a token's PIN. */
const PIN_WINDOW = 'Unlock Security Device'

/**
 * Answers what Chromium itself asks during a sign-in, as a person does: chooses the certificate (there is one, and it is
 * selected), then types the PIN into the window that opens. Shows nothing to the page and takes nothing from it.
 */
export async function presentCertificate(display: Display, pin: string): Promise<void> {
  // The choice is drawn inside the browser's own window, which is dimmed meanwhile; it has no window to wait for.
  await waitFor('Chromium asks which certificate', () => display.isDimmed())
  await display.press('Return')
  // Keys go to the window that has the keyboard, which a window gets some time after it is there.
  const asksForPin = async () => (await display.focused()) === PIN_WINDOW
  await waitFor('Chromium asks for the PIN', asksForPin)
  await display.type(pin)
  await display.press('Return')
  await waitFor('Chromium takes the PIN', async () => !(await asksForPin()))
}
