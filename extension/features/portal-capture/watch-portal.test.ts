// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { registerPortalCapture } from './background.ts'
import { MOST_READ } from './page-message.ts'
import { watchPortal } from './watch-portal.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

const ANSWER = `<table border="0"><tbody><tr><td><p>Fișierul dumneavoastră cu numele "<b>d300.pdf</b>" a fost depus cu succes.
  Indexul este <b>1100000005</b></p></td></tr></tbody></table>\n`
const SCRIPT = { matches: ['https://*.anaf.ro/WAS6DUS/*'], js: ['content-scripts/portal.js'] }

let added: MockInstance<typeof window.addEventListener>

beforeEach(() => {
  fakeBrowser.reset()
  added = vi.spyOn(window, 'addEventListener')
  Object.assign(window, { isWatched: undefined })
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    'https://decl.anaf.ro/WAS6DUS/displayFile.do',
  )
  document.body.innerHTML = ANSWER
})
afterEach(() => {
  for (const [type, listener, options] of added.mock.calls) window.removeEventListener(type, listener, options)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

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
  await expect.poll(() => said).toEqual([{ is: 'chosen', fileName: 'd406.pdf', data: null }])
})

test.each([
  ['Chromium', false],
  ['Firefox', true],
])(
  'D-04 what was read when a file was chosen does not count for other content that is sent: %s',
  async (_, isFirefox) => {
    vi.stubEnv('FIREFOX', isFirefox ? 'true' : '')
    Object.defineProperty(navigator, 'userActivation', { value: { isActive: true }, configurable: true })
    const { form, said } = watchForm()
    const [input] = form.elements
    const hold = (file: File) => Object.defineProperty(input, 'files', { value: [file], configurable: true })
    const chosen = (text: string) => ({ is: 'chosen', fileName: 'd300.pdf', data: btoa(text) })
    const file = new File(['old'], 'd300.pdf')
    hold(file)
    input?.dispatchEvent(trusted('change'))
    await expect.poll(() => said).toEqual([chosen('old')])
    if (isFirefox) vi.spyOn(file, 'arrayBuffer').mockImplementation(() => new Blob(['signed']).arrayBuffer())
    else hold(new File(['signed'], 'd300.pdf'))
    form.dispatchEvent(trusted('submit'))
    expect(said.slice(1)).toEqual([{ is: 'chosen', fileName: 'd300.pdf', data: null }])
    await expect.poll(() => said.slice(2)).toEqual([chosen('signed')])
  },
)

test('D-04 a file whose reading has not ended when the form is sent: the one chosen before it does not count', () => {
  Object.defineProperty(navigator, 'userActivation', { value: { isActive: true }, configurable: true })
  const { form, said } = watchForm()
  const file = new File([''], 'd300.pdf')
  vi.spyOn(file, 'arrayBuffer').mockReturnValue(new Promise(() => undefined))
  const [input] = form.elements
  Object.defineProperty(input, 'files', { value: [file] })
  input?.dispatchEvent(trusted('change'))
  form.dispatchEvent(trusted('submit'))
  expect(said).toEqual([{ is: 'chosen', fileName: 'd300.pdf', data: null }])
})

test('D-04 an answer to which a person goes Back or Forward is not told again: it would take the act of the next filing', () => {
  const { said } = watchForm()
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'back_forward' }] as never)
  document.body.innerHTML = ANSWER
  Object.assign(window, { isWatched: undefined })
  watchPortal()
  expect(said).toEqual([])
})

test('D-04 a form is told once, and once more after the browser has brought its page back', () => {
  Object.defineProperty(navigator, 'userActivation', { value: { isActive: true }, configurable: true })
  const { form, said } = watchForm()
  form.dispatchEvent(trusted('submit'))
  form.dispatchEvent(trusted('submit'))
  window.dispatchEvent(new Event('pageshow'))
  form.dispatchEvent(trusted('submit'))
  expect(said).toEqual([{ is: 'sent' }])
  window.dispatchEvent(trusted('pageshow'))
  form.dispatchEvent(trusted('submit'))
  expect(said).toEqual([{ is: 'sent' }, { is: 'sent' }])
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
