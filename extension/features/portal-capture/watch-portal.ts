import browser, { type Runtime } from 'webextension-polyfill'
import { readPortalPage } from '../../../shared/pages/portal-pages.ts'
import { seenPage } from '../../browser/seen-page.ts'
import { MOST_READ, type PageMessage, PORTAL_PORT } from './page-message.ts'
import { isAnswerPage } from './sender.ts'

/**
 * Runs on the portal's pages: sends the background a copy of the PDF that a person chooses in the form, and what the page that
 * answers says. It changes nothing on the page and delays nothing: the submission goes its way in any case (D-04). Only trusted
 * events count, because a script of the page can act on the form too.
 */
export function watchPortal(): void {
  // The page does not see what is set here, and an update of the extension begins with nothing set.
  const world: typeof globalThis & { isWatched?: boolean } = globalThis
  if (world.isWatched) return
  world.isWatched = true
  const tell = createTell()
  if (isAnswerPage(location.href)) {
    const tellAnswer = () => {
      const page = readPortalPage(seenPage(document))
      if (page.kind === 'filed') tell({ is: 'filed', uploadIndex: page.uploadIndex, fileName: page.fileName })
    }
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', tellAnswer, { once: true })
    else tellAnswer()
  }
  const handedOver = new WeakSet<File>()
  // Not when the form is sent: by then the page may be gone and the background asleep.
  window.addEventListener(
    'change',
    event => {
      const file = event.isTrusted ? fileOf(event.target) : undefined
      if (!file || handedOver.has(file)) return
      handedOver.add(file)
      // Without its content the declaration is still tracked, once the form is sent.
      read(file).then(tell, (error: unknown) => console.warn('recipisa: the chosen file could not be read', error))
    },
    { capture: true },
  )
  let isSent = false
  window.addEventListener(
    'submit',
    event => {
      // A script can send a form too, and that event is trusted as well; only a person's submit follows a click at once.
      const isByPerson = event.isTrusted && navigator.userActivation.isActive
      if (!isByPerson || isSent || !(event.target instanceof HTMLFormElement) || !inputOf(event.target)) return
      // Once: a script that sends forms after a person's click must not use up the messages of a minute.
      isSent = true
      tell({ is: 'sent' })
    },
    { capture: true },
  )
}

/**
 * Sends over one port; opens a new one when the background has slept meanwhile. After an update of the extension nothing can
 * be sent any more: the new version has started a script of its own in the page.
 */
function createTell(): (message: PageMessage) => void {
  let port: Runtime.Port | undefined
  const open = () => {
    port = browser.runtime.connect({ name: PORTAL_PORT })
    port.onDisconnect.addListener(() => {
      port = undefined
    })
    return port
  }
  const sendAgain = (message: PageMessage) => {
    try {
      open().postMessage(message)
    } catch (error) {
      console.warn('recipisa: this page no longer reaches the extension', error)
    }
  }
  return message => {
    try {
      const present = port ?? open()
      present.postMessage(message)
    } catch {
      sendAgain(message) // the port was closed without an event: the page came back from the browser's cache
    }
  }
}

const inputOf = (form: HTMLFormElement) => form.querySelector('input[type=file][name=linkdoc]')

/** The single PDF chosen in the portal's own field. */
function fileOf(target: EventTarget | null): File | undefined {
  if (!(target instanceof HTMLInputElement) || !target.matches('input[type=file][name=linkdoc]')) return undefined
  const [file, ...more] = target.files ?? []
  return more.length === 0 && file && file.size <= MOST_READ ? file : undefined
}

async function read(file: File): Promise<PageMessage> {
  const data = new Uint8Array(await file.arrayBuffer()).toBase64()
  return { is: 'chosen', fileName: file.name.slice(-255), data }
}
