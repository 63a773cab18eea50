import browser from 'webextension-polyfill'
import { PORTAL_PORT, type Told } from './told.ts'

/** Beyond this the host does not even look at a file, in bytes. */
const MOST_READ = 35_000_000
/** Page that answers a filing. */
const ANSWER_PATH = '/WAS6DUS/displayFile.do'

/**
 * Runs on the portal's pages: hands the host a copy of the PDF that is chosen in the form, and the page that answers.
 * Changes nothing on the page and holds nothing up: a filing goes its way whether we follow it or not (D-04).
 */
export function watchPortal(): void {
  // A servlet may write its session behind the path (`displayFile.do;jsessionid=…`); the page is judged by its content.
  if (location.pathname.startsWith(ANSWER_PATH)) {
    const tellAnswer = () => tell({ is: 'answer', html: document.documentElement.outerHTML })
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', tellAnswer, { once: true })
    else tellAnswer()
  }
  const handedOver = new WeakSet<File>()
  const handOver = (form: HTMLFormElement | null) => {
    const file = fileOf(form)
    if (!file || handedOver.has(file)) return
    handedOver.add(file)
    // Without its content the filing is followed all the same.
    read(file).then(tell, (error: unknown) => console.warn('recipisa: the chosen file could not be read', error))
  }
  // Not only when the form is sent: the page may be gone by then, and the background that takes it may be asleep.
  window.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) handOver(target.form)
  })
  window.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement) handOver(target)
  })
}

function tell(told: Told): void {
  browser.runtime.connect({ name: PORTAL_PORT }).postMessage(told)
}

/** The one PDF that a form of the portal would send. */
function fileOf(form: HTMLFormElement | null): File | undefined {
  const input = form?.querySelector('input[type=file][name=linkdoc]')
  const files = input instanceof HTMLInputElement ? [...(input.files ?? [])] : []
  const [file] = files
  return files.length === 1 && file && file.size <= MOST_READ ? file : undefined
}

async function read(file: File): Promise<Told> {
  const data = new Uint8Array(await file.arrayBuffer()).toBase64()
  return { is: 'chosen', fileName: file.name.slice(-255), data }
}
