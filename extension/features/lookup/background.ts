import browser, { type Runtime } from 'webextension-polyfill'
import { parseMessage } from '../../browser/messages.ts'
import type { HostClient } from '../../host/client.ts'
import { readLocale } from '../../locales/language.ts'
import { translate } from '../../locales/translate.ts'
import { CARD_PORT } from './card-port.ts'
import { type ClickProblem, clicked } from './handle-click.ts'
import { showCardIn } from './inject.ts'
import { openInPanel } from './open-in-panel.ts'
import { serveCard } from './serve-card.ts'

const MENU_ITEM = 'lookup'

/**
 * Registers the context menu and the card's questions. Call it synchronously when the background starts. `connect` returns
 * clients of the host that pages of web sites share.
 */
export function registerLookup(connect: () => HostClient, report: (error: unknown) => void): void {
  const showInPanel = (cuis: readonly string[], windowId: number | undefined, problem?: ClickProblem) => {
    openInPanel(cuis, windowId, problem).catch(report)
  }
  const drawMenu = () => {
    createMenu().catch(report)
  }
  browser.runtime.onInstalled.addListener(drawMenu)
  browser.storage.local.onChanged.addListener(changes => {
    if ('language' in changes) drawMenu()
  })
  browser.contextMenus.onClicked.addListener((info, tab) => {
    if (info.menuItemId !== MENU_ITEM) return
    clicked(
      {
        tabId: tab?.id,
        frameId: info.frameId ?? 0,
        selection: info.selectionText ?? '',
        linkUrl: info.linkUrl ?? '',
        isEditable: info.editable,
        pageUrl: info.pageUrl,
        frameUrl: info.frameUrl,
      },
      { showCardIn, openPanel: (cuis, problem) => showInPanel(cuis, tab?.windowId, problem) },
    )
  })
  browser.runtime.onConnect.addListener(port => {
    if (port.name !== CARD_PORT) return
    serveCard(
      {
        onMessage: listener => port.onMessage.addListener(listener),
        onDisconnect: listener => port.onDisconnect.addListener(listener),
        send: answer => port.postMessage(answer),
      },
      connect,
    )
  })
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    const own = parseMessage(message)
    if (own?.tell === 'show-companies') showInPanel(own.cuis, sender.tab?.windowId)
    return undefined
  })
}

/** One menu entry for all contexts, because the browser puts two matching entries into a submenu. */
async function createMenu(): Promise<void> {
  const title = translate(await readLocale(), 'card-menu')
  await browser.contextMenus.removeAll()
  browser.contextMenus.create({
    id: MENU_ITEM,
    title,
    contexts: ['selection', 'link', 'editable', 'page', 'frame'],
  })
}
