import type { PanelView } from '../../browser/support/steps.ts'
import { FINDER } from '../../browser/support/views/find-control.ts'
import { waitFor } from '../../support/wait-for.ts'
import type { Tab } from './tab.ts'

/** Puts a text into a field as typing does: the field's own value, then the event. */
const WRITE = `((field, text) => {
  field.focus()
  field.value = text
  field.dispatchEvent(new window.Event('input', { bubbles: true }))
  return true
})`

/**
 * The extension's sidebar or popup. Neither is a tab, so the driver does not know them; `page`, one of the extension's
 * tabs, reaches them, because all pages of an extension may reach one another.
 */
export function ownView(page: Tab, type: 'sidebar' | 'popup'): PanelView {
  const inView = (expression: string) =>
    `(window => (document => (${expression}))(window.document))(browser.extension.getViews({ type: '${type}' })[0])`
  const evaluate = <T>(expression: string) => page.evaluate<T>(inView(expression))
  /** `otherwise` while the view is closed or has no page yet: it may close between two questions. */
  const ifOpen = <T>(expression: string, otherwise: T) =>
    page.evaluate<T>(
      `browser.extension.getViews({ type: '${type}' })[0]?.document.body ? ${inView(expression)} : ${JSON.stringify(otherwise)}`,
    )
  /** Acts on a control once it is there. */
  const act = (what: string, name: string, action: string) =>
    waitFor(`${what} “${name}” in the ${type}`, () =>
      ifOpen(`(found => found ? ${action} : false)(${FINDER}(${JSON.stringify(name)}))`, false),
    )
  return {
    evaluate,
    click: async name => void (await act('click', name, '(found.click(), true)')),
    fill: async (label, text) => {
      await act('fill', label, `${WRITE}(found, ${JSON.stringify(text)})`)
    },
    shows: (text, timeout) =>
      waitFor(
        `the ${type} shows ${text}`,
        async () => {
          const shown = await ifOpen('document.body.innerText', '')
          return (typeof text === 'string' ? shown.includes(text) : text.test(shown)) && shown
        },
        timeout,
      ),
  }
}
