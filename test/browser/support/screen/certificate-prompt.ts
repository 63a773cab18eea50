import { waitFor } from '../../../support/wait-for.ts'
import type { Display } from './display.ts'

/** Title of the window in which Chromium, in English, asks for a token's PIN. */
const PIN_WINDOW = 'Unlock Security Device'

/**
 * Answers Chromium's own dialogs during a sign-in as a person does: confirms the certificate, the only one and already
 * selected, then types the PIN into the window that opens. It uses the keyboard only, never the page.
 */
export async function presentCertificate(display: Display, pin: string): Promise<void> {
  await chooseCertificate(display)
  // A new window gets the keyboard only some time after it has opened.
  const asksForPin = async () => (await display.focused()) === PIN_WINDOW
  await waitFor('Chromium asks for the PIN', asksForPin)
  await display.type(pin)
  await display.press('Return')
  await waitFor('Chromium takes the PIN', async () => !(await asksForPin()))
}

/** Confirms the certificate for one more host. The token is unlocked, so there is no other question. */
export async function chooseCertificate(display: Display): Promise<void> {
  // The browser draws this dialog inside its own window and dims it; there is no new window to wait for.
  await waitFor('Chromium asks which certificate', () => display.isDimmed())
  await display.press('Return')
}

/** Closes the choice without a certificate, as a person does after plugging in the wrong token. */
export async function cancelCertificate(display: Display): Promise<void> {
  await waitFor('Chromium asks which certificate', () => display.isDimmed())
  await display.press('Escape')
}
