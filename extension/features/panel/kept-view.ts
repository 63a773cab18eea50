import { effect } from '@preact/signals'
import * as v from 'valibot'
import { PANEL_TAB_IDS } from './tab-ids.ts'
import type { PanelView } from './view.ts'

/** In the page's own session: it outlives a reload and ends with the panel. Ids only. */
const KEY = 'panelView'

const Kept = v.object({
  tab: v.picklist(PANEL_TAB_IDS),
  invoice: v.optional(v.string()),
  message: v.optional(v.string()),
})

/** Restores the view of a reloaded panel, and keeps storing it. */
export function keepView({ tab, selected, mailbox }: PanelView): void {
  const kept = v.safeParse(Kept, read())
  if (kept.success) {
    const { invoice, message } = kept.output
    tab.value = kept.output.tab
    selected.value = invoice
    if (message !== undefined) mailbox.open(message)
  }
  effect(() => {
    const now = { tab: tab.value, invoice: selected.value, message: mailbox.selected.value }
    sessionStorage.setItem(KEY, JSON.stringify(now))
  })
}

function read(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  } catch {
    return null // written by another version
  }
}
