import browser from 'webextension-polyfill'
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
  if (isAnswerPage(location.href) && !isFromHistory()) {
    const tellAnswer = () => {
      const page = readPortalPage(seenPage(document))
      if (page.kind === 'filed') tell({ is: 'filed', uploadIndex: page.uploadIndex, fileName: page.fileName })
    }
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', tellAnswer, { once: true })
    else tellAnswer()
  }
  let handedOver: File | undefined
  /** The field in which a person has chosen: a script of the page can fill others. */
  let chosenIn: EventTarget | null = null
  const handOver = async (file: File) => {
    try {
      tell(await read(file))
      handedOver = file
    } catch (error) {
      // Without its content the declaration is still tracked, once the form is sent.
      console.warn('recipisa: the chosen file could not be read', error)
    }
  }
  // Already when a file is chosen: once the form is sent, the page may be gone before the file is read.
  window.addEventListener(
    'change',
    event => {
      const file = event.isTrusted ? fileOf(event.target) : undefined
      if (!file) return
      chosenIn = event.target
      if (file !== handedOver) void handOver(file)
    },
    { capture: true },
  )
  let isSent = false
  window.addEventListener(
    'submit',
    event => {
      // A script can send a form too, and that event is trusted as well; only a person's submit follows a click at once.
      const isByPerson = event.isTrusted && navigator.userActivation.isActive
      const input = event.target instanceof HTMLFormElement ? inputOf(event.target) : null
      if (!isByPerson || isSent || !input) return
      // Once: a script that sends forms after a person's click must not use up the messages of a minute.
      isSent = true
      const file = input === chosenIn ? fileOf(input) : undefined
      // Chromium tells of no change when the same path is chosen again. Firefox sends what the file holds by now, where
      // Chromium refuses one that was saved after it was chosen.
      if (!file || (file === handedOver && !import.meta.env.FIREFOX)) return tell({ is: 'sent' })
      // What was read before must not count if the page is gone too early.
      tell(withoutData(file))
      void handOver(file)
    },
    { capture: true },
  )
  // Back from the browser's cache, where this script has stayed as it was, the form can be sent again.
  window.addEventListener('pageshow', ({ isTrusted }) => {
    if (isTrusted) isSent = false
  })
}

/**
 * Sends the background a message over a port of its own: the browser's cache, from which a page may come back, cuts an open one
 * off without an event or an error. After an update of the extension nothing can be sent any more: the new version has started
 * a script of its own in the page.
 */
function tell(message: PageMessage): void {
  try {
    browser.runtime.connect({ name: PORTAL_PORT }).postMessage(message)
  } catch (error) {
    console.warn('recipisa: this page no longer reaches the extension', error)
  }
}

/** Whether the person came Back or Forward to this page: it says what it said before, and no act precedes it. */
const isFromHistory = () =>
  performance
    .getEntriesByType('navigation')
    .some(entry => (entry as PerformanceNavigationTiming).type === 'back_forward')

const inputOf = (form: HTMLFormElement) => form.querySelector('input[type=file][name=linkdoc]')

/** The single PDF chosen in the portal's own field. */
function fileOf(target: EventTarget | null): File | undefined {
  if (!(target instanceof HTMLInputElement) || !target.matches('input[type=file][name=linkdoc]')) return undefined
  const [file, ...more] = target.files ?? []
  return more.length === 0 ? file : undefined
}

const withoutData = (file: File) => ({ is: 'chosen', fileName: file.name.slice(-255), data: null }) as const

async function read(file: File): Promise<PageMessage> {
  if (file.size > MOST_READ) return withoutData(file)
  return { ...withoutData(file), data: new Uint8Array(await file.arrayBuffer()).toBase64() }
}
