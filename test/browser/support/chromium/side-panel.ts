import type { Browser, BrowserContext, CDPSession } from 'playwright-core'
import { waitFor } from '../../../support/wait-for.ts'
import { CLICK_TAKEN, FINDER, PLACE } from '../views/find-control.ts'
import { backgroundOf, browserOf } from './chromium.ts'
import { dropFiles, TAKES_DROP } from './drop-files.ts'

/** The browser's side panel or popup. Neither is a tab: the debugging protocol knows them, Playwright does not. */
export type SidePanel = {
  /** Clicks, with the mouse, the first control or row whose accessible name is or (for rows) contains `name`. */
  click(name: string): Promise<void>
  /** Types into the field with this label. */
  fill(label: string, text: string): Promise<void>
  /** Types into the focused element, and presses Enter there. */
  enter(text: string): Promise<void>
  /** Like `click`, but twice, faster than anything can answer. */
  doubleClick(name: string): Promise<void>
  /** Drops files from disk on it, as from the desktop. */
  drop(paths: readonly string[]): Promise<void>
  /** Waits until its text holds `text`, and returns the whole text. */
  shows(text: string | RegExp, timeout?: number): Promise<string>
  evaluate<T>(expression: string): Promise<T>
  screenshot(): Promise<Buffer>
  /** Closes it and waits until the browser has forgotten it, so that the next one opened is new. */
  close(): Promise<void>
}

export const attachSidePanel = (browser: Browser): Promise<SidePanel> => attachView(browser, '/sidepanel.html')

/** Opens the toolbar's popup over the current tab, as a click on the button does. */
export async function openPopup(context: BrowserContext): Promise<SidePanel> {
  const worker = await backgroundOf(context)
  await worker.evaluate('chrome.action.openPopup()')
  return attachView(browserOf(context), '/popup.html')
}

async function attachView(browser: Browser, path: string): Promise<SidePanel> {
  const session = await browser.newBrowserCDPSession()
  const targetId = await waitFor(`${path} opens`, async () => {
    const { targetInfos } = await session.send('Target.getTargets')
    // Playwright attaches to every target that it knows, such as the same page in a tab.
    return targetInfos.find(({ url, attached }) => !attached && url.endsWith(path))?.targetId
  })
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const send = messagesTo(session, sessionId)

  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await send<Evaluated>('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as T
  }
  // The target exists before its page does, and questions to its initial empty page are never answered.
  await waitFor(`${path} has loaded`, () =>
    evaluate<boolean>(`location.pathname === '${path}' && document.readyState === 'complete'`).catch(unlessNavigated),
  )
  /** Whether the control with this name took the click: while the page is redrawn, it may have moved. */
  const press = async (name: string, clicks: number) => {
    const place = await evaluate<{ x: number; y: number } | null>(`${PLACE}(${FINDER}, ${JSON.stringify(name)})`)
    if (!place) return false
    // Sends everything before anything can answer the first click.
    const events = Array.from({ length: clicks }, (_, n) => ({ ...place, button: 'left', clickCount: n + 1 }))
    await Promise.all(
      events.flatMap(event => [
        send('Input.dispatchMouseEvent', { type: 'mousePressed', ...event }),
        send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...event }),
      ]),
    )
    return evaluate<boolean>(CLICK_TAKEN)
  }
  const click = (name: string) => waitFor(`“${name}” is clicked`, () => press(name, 1))
  return {
    click: async name => void (await click(name)),
    doubleClick: async name => void (await waitFor(`“${name}” is clicked twice`, () => press(name, 2))),
    drop: paths => dropFiles(send, () => evaluate<boolean>(TAKES_DROP), paths),
    evaluate,
    fill: async (label, text) => {
      await click(label)
      await evaluate('document.activeElement.select()')
      await send('Input.insertText', { text })
      await waitFor(`“${label}” has the text`, () =>
        evaluate<boolean>(`${FINDER}(${JSON.stringify(label)})?.value === ${JSON.stringify(text)}`),
      )
    },
    enter: async text => {
      await waitFor('a field has the focus', () =>
        evaluate<boolean>('document.activeElement instanceof HTMLInputElement'),
      )
      await send('Input.insertText', { text })
      const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }
      // The key may close a popup.
      const events = ['keyDown', 'keyUp'].map(type => send('Input.dispatchKeyEvent', { type, ...key }))
      await Promise.allSettled(events)
    },
    shows: (text, timeout) => {
      let shown = ''
      return waitFor(
        () => `${path} shows ${text}; it showed last:\n${shown}`,
        async () => {
          shown = await evaluate<string>('document.body.innerText')
          return (typeof text === 'string' ? shown.includes(text) : text.test(shown)) && shown
        },
        timeout,
      )
    },
    screenshot: async () => {
      const { data } = await send<{ data: string }>('Page.captureScreenshot', { format: 'png' })
      return Buffer.from(data, 'base64')
    },
    close: async () => {
      await session.send('Target.closeTarget', { targetId })
      await waitFor(`${path} is gone`, async () => {
        const { targetInfos } = await session.send('Target.getTargets')
        return !targetInfos.some(target => target.targetId === targetId)
      })
    },
  }
}

/** False when the page was replaced during the question. */
function unlessNavigated(error: Error): false {
  if (/navigated or closed|execution context/i.test(error.message)) return false
  throw error
}

type Evaluated = {
  result: { value?: unknown }
  exceptionDetails?: { text: string; exception?: { description?: string } }
}

/** Sends commands to a target through the browser's session, the only way past Playwright. */
function messagesTo(session: CDPSession, sessionId: string) {
  let last = 0
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  session.on('Target.receivedMessageFromTarget', event => {
    if (event.sessionId !== sessionId) return
    const { id, result, error } = JSON.parse(event.message)
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  })
  session.on('Target.detachedFromTarget', event => {
    if (event.sessionId !== sessionId) return
    for (const { reject } of waiting.values()) reject(new Error('the view was closed'))
    waiting.clear()
  })
  return async <T = unknown>(method: string, params: object): Promise<T> => {
    const id = ++last
    const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))
    const message = JSON.stringify({ id, method, params })
    // Together: a view that closes on what it is sent rejects the answer while the message is still being sent.
    const [result] = await Promise.all([answer, session.send('Target.sendMessageToTarget', { sessionId, message })])
    return result as T
  }
}
