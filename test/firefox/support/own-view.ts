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
 * The extension's sidebar or popup. They are no tabs, and the driver does not know them; `page`, one of the extension's
 * tabs, reaches them, because all pages of an extension may reach one another.
 */
export function ownView(page: Tab, type: 'sidebar' | 'popup'): PanelView {
  const evaluate = <T>(expression: string) =>
    page.evaluate<T>(
      `(window => (document => (${expression}))(window.document))(browser.extension.getViews({ type: '${type}' })[0])`,
    )
  const isOpen = () => page.evaluate<boolean>(`browser.extension.getViews({ type: '${type}' }).length > 0`)
  /** Does something to a control once that is there. */
  const act = (what: string, name: string, action: string) =>
    waitFor(`${what} “${name}” in the ${type}`, async () => {
      if (!(await isOpen())) return false
      return evaluate<boolean>(`(found => found ? ${action} : false)(${FINDER}(${JSON.stringify(name)}))`)
    })
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
          const shown = (await isOpen()) ? await evaluate<string>('document.body?.innerText ?? ""') : ''
          return (typeof text === 'string' ? shown.includes(text) : text.test(shown)) && shown
        },
        timeout,
      ),
  }
}
