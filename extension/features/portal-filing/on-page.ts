import browser, { type Runtime } from 'webextension-polyfill'
import { PORTAL_PORT, type Told } from './told.ts'

/** Beyond this the host does not even look at a file, in bytes. */
const MOST_READ = 35_000_000
/** Page that answers a filing. */
const ANSWER_PATH = '/WAS6DUS/displayFile.do'

/**
 * Runs on the portal's pages: hands a copy of the PDF over when its form is sent, and the page that answers. Changes
 * nothing on the page and holds nothing up: a filing goes its way whether we follow it or not (D-04).
 */
export function watchPortal(): void {
  const reading = new WeakMap<File, Promise<string>>()
  const read = (file: File) => {
    const known = reading.get(file) ?? toBase64(file)
    reading.set(file, known)
    return known
  }
  let port: Runtime.Port | undefined
  /** Also wakes the background, which shall be there before the page is gone. */
  const connected = (): Runtime.Port => {
    if (port) return port
    const opened = browser.runtime.connect({ name: PORTAL_PORT })
    opened.onDisconnect.addListener(() => {
      port = undefined
    })
    port = opened
    return opened
  }

  if (location.pathname === ANSWER_PATH) {
    connected().postMessage({ is: 'answer', html: document.documentElement.outerHTML } satisfies Told)
  }
  // The page may go as soon as the form is sent: what was chosen is read before.
  window.addEventListener('change', ({ target }) => {
    const file = target instanceof HTMLInputElement ? fileOf(target.form) : undefined
    if (!file) return
    connected()
    read(file).catch(complain)
  })
  window.addEventListener('submit', event => {
    const file = event.target instanceof HTMLFormElement ? fileOf(event.target) : undefined
    if (!file || event.defaultPrevented) return
    read(file)
      .then(data => connected().postMessage({ is: 'sent', fileName: file.name.slice(-255), data } satisfies Told))
      .catch(complain)
  })
}

/** The one PDF that a form of the portal would send. */
function fileOf(form: HTMLFormElement | null): File | undefined {
  const input = form?.querySelector('input[type=file][name=linkdoc]')
  const files = input instanceof HTMLInputElement ? [...(input.files ?? [])] : []
  const [file] = files
  return files.length === 1 && file && file.size <= MOST_READ ? file : undefined
}

async function toBase64(file: File): Promise<string> {
  return new Uint8Array(await file.arrayBuffer()).toBase64()
}

/** The filing is followed without its content then. */
function complain(error: unknown): void {
  console.warn('recipisa: the chosen file could not be read', error)
}
