import { render } from '@testing-library/preact'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Page } from '../page/page.ts'
import { Panel } from './panel.tsx'
import { createPanelView } from './view.ts'

/** A browser with one window, and nothing that an earlier test has left. */
export async function openWindow(): Promise<void> {
  fakeBrowser.reset()
  sessionStorage.clear()
  await fakeBrowser.windows.create({ focused: true })
}

/** The panel of a page. */
export async function drawPanel(page: Page) {
  const view = await createPanelView(page)
  render(<Panel page={page} view={view} />)
  return view
}
