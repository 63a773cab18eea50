import { openPanelOf, openPanelTab, ownWindow } from '../../browser/open-pages.ts'
import { leaveForPanel } from '../../browser/panel-target.ts'

/** Opens the panel at the features that need no sign-in. Call it synchronously in a click, or the browser refuses. */
export function openPanelAt(view: 'lookup' | 'checks'): void {
  const opened = openPanelOf(ownWindow()).catch(openPanelTab)
  void Promise.all([opened, leaveForPanel({ view })])
}
