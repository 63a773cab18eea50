// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { registerPortalCapture } from './background.ts'
import { MOST_READ } from './page-message.ts'
import { watchPortal } from './watch-portal.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

const ANSWER = `<table border="0"><tbody><tr><td><p>Fișierul dumneavoastră cu numele "<b>d300.pdf</b>" a fost depus cu succes.
  Indexul este <b>1100000005</b></p></td></tr></tbody></table>\n`
const SCRIPT = { matches: ['https://*.anaf.ro/WAS6DUS/*'], js: ['content-scripts/portal.js'] }

beforeEach(() => {
  fakeBrowser.reset()
  Object.assign(window, { isWatched: undefined })
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    'https://decl.anaf.ro/WAS6DUS/displayFile.do',
  )
  document.body.innerHTML = ANSWER
})
afterEach(() => vi.restoreAllMocks())

/** Answers the script's `connect`. */
function connectBy(connect: () => { postMessage(message: unknown): void }) {
  const port = () => ({ onDisconnect: { addListener: () => undefined }, ...connect() })
  return vi.spyOn(fakeBrowser.runtime, 'connect').mockImplementation(port as never)
}

test('D-04 a script that an update has cut off from the background leaves the page alone, and says so', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  connectBy(() => {
    throw new Error('Extension context invalidated.')
  })
  watchPortal()
  expect(warn).toHaveBeenCalledOnce()
})

/** The portal's form, watched by the script. */
function watchForm() {
  const said: unknown[] = []
  connectBy(() => ({ postMessage: message => said.push(message) }))
  document.body.innerHTML = '<form><input type="file" name="linkdoc"></form>'
  const [form] = document.forms
  if (!form) throw new Error('no form')
  watchPortal()
  return { form, said }
}
const trusted = (type: string) =>
  Object.defineProperty(new Event(type, { bubbles: true }), 'isTrusted', { value: true })

test('D-04 a file too large to be read is told by its name alone, so that the one chosen before it does not count for it', async () => {
  const { form, said } = watchForm()
  const file = Object.defineProperty(new File([''], 'd406.pdf'), 'size', { value: MOST_READ + 1 })
  const [input] = form.elements
  Object.defineProperty(input, 'files', { value: [file] })
  input?.dispatchEvent(trusted('change'))
  await expect.poll(() => said).toContainEqual({ is: 'chosen', fileName: 'd406.pdf', data: null })
})

test('D-04 a form is told once, and once more after the browser has brought its page back', () => {
  Object.defineProperty(navigator, 'userActivation', { value: { isActive: true }, configurable: true })
  const { form, said } = watchForm()
  form.dispatchEvent(trusted('submit'))
  const once = said.length
  form.dispatchEvent(trusted('submit'))
  window.dispatchEvent(new Event('pageshow'))
  form.dispatchEvent(trusted('submit'))
  expect(said).toHaveLength(once)
  window.dispatchEvent(trusted('pageshow'))
  form.dispatchEvent(trusted('submit'))
  expect(said).toHaveLength(2 * once)
  expect(said).toContainEqual({ is: 'sent' })
})

test('D-04 an update starts the script again in open pages of the portal; where it runs already, it is heard once', async () => {
  const said: unknown[] = []
  connectBy(() => ({ postMessage: message => said.push(message) }))
  vi.spyOn(fakeBrowser.runtime, 'getManifest').mockReturnValue({ content_scripts: [SCRIPT] } as never)
  vi.spyOn(fakeBrowser.runtime.onConnect, 'addListener').mockReturnValue(undefined)
  const asked: unknown[] = []
  vi.spyOn(fakeBrowser.tabs, 'query').mockImplementation((async (query: unknown) => {
    asked.push(query)
    return [{ id: 7 }]
  }) as never)
  const started: unknown[] = []
  vi.spyOn(fakeBrowser.scripting, 'executeScript').mockImplementation((async (injection: unknown) => {
    started.push(injection)
    watchPortal()
  }) as never)

  registerPortalCapture(
    () => {
      throw new Error('no host is needed')
    },
    error => {
      throw error
    },
  )
  await fakeBrowser.runtime.onInstalled.trigger({ reason: 'chrome_update' })
  expect(asked).toEqual([])
  await fakeBrowser.runtime.onInstalled.trigger({ reason: 'update', previousVersion: '0.0.9' })
  await expect.poll(() => started).toEqual([{ target: { tabId: 7 }, files: SCRIPT.js }])
  expect(asked).toEqual([{ url: SCRIPT.matches, discarded: false }])
  watchPortal()
  expect(said).toEqual([{ is: 'filed', uploadIndex: '1100000005', fileName: 'd300.pdf' }])
})
