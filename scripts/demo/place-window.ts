import type { Page } from 'playwright-core'

/** Puts the window of a page on a half of the screen. */
export async function placeWindow(page: Page, half: 'left' | 'right'): Promise<void> {
  const { left, top, width, height } = await page.evaluate<Record<'left' | 'top' | 'width' | 'height', number>>(
    `({ left: screen.availLeft ?? 0, top: screen.availTop ?? 0, width: screen.availWidth, height: screen.availHeight })`,
  )
  const halfWidth = Math.floor(width / 2)
  const session = await page.context().newCDPSession(page)
  const { windowId } = await session.send('Browser.getWindowForTarget')
  // A window that the system opened maximized accepts a size only after becoming an ordinary one.
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
  const bounds = { left: half === 'left' ? left : left + halfWidth, top, width: halfWidth, height }
  await session.send('Browser.setWindowBounds', { windowId, bounds })
  await session.detach()
}
