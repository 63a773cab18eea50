import browser, { type Runtime } from 'webextension-polyfill'
import { isAnswerPage } from './sender.ts'
import { MOST_PAGE, MOST_READ, PORTAL_PORT, type Told } from './told.ts'

/**
 * Runs on the portal's pages: hands the host a copy of the PDF that a person chooses in the form, and the page that answers.
 * Changes nothing on the page and holds nothing up: a filing goes its way whether we follow it or not (D-04). What a script
 * of the page does to the form is nobody's choice: only events of the browser's own count.
 */
export function watchPortal(): void {
  const tell = createTell()
  if (isAnswerPage(location.href)) {
    const tellAnswer = () => {
      const html = document.documentElement.outerHTML
      if (html.length <= MOST_PAGE) tell({ is: 'answer', html })
    }
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', tellAnswer, { once: true })
    else tellAnswer()
  }
  const handedOver = new WeakSet<File>()
  // Not only when the form is sent: the page may be gone by then, and the background that takes it may be asleep.
  window.addEventListener(
    'change',
    event => {
      const file = event.isTrusted ? fileOf(event.target) : undefined
      if (!file || handedOver.has(file)) return
      handedOver.add(file)
      // Without its content the filing is followed all the same, once the form is sent.
      read(file).then(tell, (error: unknown) => console.warn('recipisa: the chosen file could not be read', error))
    },
    { capture: true },
  )
  let isSent = false
  window.addEventListener(
    'submit',
    event => {
      // A script may send a form as well, and the event is the browser's own; a person's click stands just before theirs.
      const isByPerson = event.isTrusted && navigator.userActivation.isActive
      if (!isByPerson || isSent || !(event.target instanceof HTMLFormElement) || !inputOf(event.target)) return
      // Once: a script that sends forms behind a person's click must not use up what a minute allows.
      isSent = true
      tell({ is: 'sent' })
    },
    { capture: true },
  )
}

/** One port for all that a page tells; a background that has slept meanwhile gets a new one. */
function createTell(): (told: Told) => void {
  let port: Runtime.Port | undefined
  const open = () => {
    port = browser.runtime.connect({ name: PORTAL_PORT })
    port.onDisconnect.addListener(() => {
      port = undefined
    })
    return port
  }
  return told => {
    try {
      const known = port ?? open()
      known.postMessage(told)
    } catch {
      open().postMessage(told) // it was closed without a word, as that of a page which came back from the browser's cache
    }
  }
}

const inputOf = (form: HTMLFormElement) => form.querySelector('input[type=file][name=linkdoc]')

/** The one PDF that was chosen in the portal's own field. */
function fileOf(target: EventTarget | null): File | undefined {
  if (!(target instanceof HTMLInputElement) || !target.matches('input[type=file][name=linkdoc]')) return undefined
  const [file, ...more] = target.files ?? []
  return more.length === 0 && file && file.size <= MOST_READ ? file : undefined
}

async function read(file: File): Promise<Told> {
  const data = new Uint8Array(await file.arrayBuffer()).toBase64()
  return { is: 'chosen', fileName: file.name.slice(-255), data }
}
