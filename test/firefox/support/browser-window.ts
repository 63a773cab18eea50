import { FIREFOX_EXTENSION_ID } from '../../../shared/domain/product.ts'
import { waitFor } from '../../support/wait-for.ts'
import type { Bidi } from './bidi.ts'

/** A person's actions in Firefox's own window, in the browser's own scope. */
export type BrowserWindow = {
  /** Opens the popup of the toolbar button, as a click on the button does. */
  openPopup(): Promise<void>
  /** Address of the page in the open sidebar; null while there is none. */
  sidebar(): Promise<string | null>
  /** Chooses the extension's entry of the context menu, once that is open, and returns the entry's text. */
  takeMenuEntry(): Promise<string>
  /** Grants the extension access to sites, as a person does in about:addons. */
  allow(origins: readonly string[]): Promise<void>
  /** Does what Firefox does after too long an idle time of the extension's background. */
  idle(): Promise<void>
  /** `running`, `stopped` and the like. */
  backgroundState(): Promise<string>
}

/** The spelling of an add-on's id in Firefox's element ids. */
const WIDGET = FIREFOX_EXTENSION_ID.replace(/\W/g, '_')
const EXTENSION = `WebExtensionPolicy.getByID('${FIREFOX_EXTENSION_ID}').extension`
const POPUP = `ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs')
  .ExtensionParent.apiManager.global.browserActionFor(${EXTENSION}).openPopup(window, true)`
const SIDEBAR = `SidebarController.isOpen
  ? document.getElementById('sidebar').contentDocument.getElementById('webext-panels-browser')?.currentURI.spec ?? null
  : null`
const MENU_ENTRY = `(menu => {
  const entry = menu.querySelector('[id^="${WIDGET}-menuitem"]')
  if (menu.state !== 'open' || !entry) return null
  const { label } = entry
  menu.activateItem(entry)
  return label
})(document.getElementById('contentAreaContextMenu'))`

const PERMISSIONS = `ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs').ExtensionPermissions`

export async function browserWindow(bidi: Bidi): Promise<BrowserWindow> {
  const { contexts } = await bidi.send<{ contexts: { context: string; url: string }[] }>('browsingContext.getTree', {
    'moz:scope': 'chrome',
  })
  const window = contexts.find(({ url }) => url.endsWith('/browser.xhtml'))
  if (!window) throw new Error('Firefox has no window')
  const evaluate = <T>(expression: string) => bidi.evaluate<T>(window.context, expression)
  return {
    openPopup: async () => void (await evaluate(`(${POPUP}, null)`)),
    sidebar: () => evaluate(SIDEBAR),
    takeMenuEntry: () =>
      waitFor('the context menu is open', async () => (await evaluate<string | null>(MENU_ENTRY)) ?? undefined),
    allow: async origins => {
      const added = JSON.stringify({ permissions: [], origins })
      await evaluate(`${PERMISSIONS}.add('${FIREFOX_EXTENSION_ID}', ${added}, ${EXTENSION}).then(() => null)`)
    },
    idle: async () => void (await evaluate(`${EXTENSION}.terminateBackground().then(() => null)`)),
    backgroundState: () => evaluate(`${EXTENSION}.backgroundState`),
  }
}
