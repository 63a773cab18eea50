import { FIREFOX_EXTENSION_ID } from '../../../shared/domain/product.ts'
import { waitFor } from '../../support/wait-for.ts'
import type { Bidi } from './bidi.ts'

/** What a person does in Firefox's own window, in the browser's own scope. */
export type BrowserWindow = {
  /** Opens the toolbar button's popup, as a click on the button does. */
  openPopup(): Promise<void>
  /** Address of the page in the open sidebar; null while there is none. */
  sidebar(): Promise<string | null>
  /** Takes the extension's entry of the context menu, once that is open, and returns the entry's words. */
  takeMenuEntry(): Promise<string>
  /** Gives sites to the extension, as a person does in about:addons. */
  allow(origins: readonly string[]): Promise<void>
  /** Does what Firefox does when the extension's background has idled too long. */
  idle(): Promise<void>
  /** `running`, `stopped` and their like. */
  backgroundState(): Promise<string>
}

/** As Firefox writes the id of an add-on into the ids of its elements. */
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
