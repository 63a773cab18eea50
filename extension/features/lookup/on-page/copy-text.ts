/**
 * Copies a text to the clipboard from within a page, in a click. Pages without https and frames have no navigator.clipboard. The
 * page's selection stays.
 */
export async function copyInPage(text: string): Promise<void> {
  let isFilled = false
  const fill = (event: ClipboardEvent) => {
    isFilled = true
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('copy', fill, { capture: true })
  try {
    if (!document.execCommand('copy')) throw new Error('the browser does not copy')
    // A page that handles the event first can block it; then the clipboard stays unchanged.
    if (!isFilled) await navigator.clipboard.writeText(text)
  } finally {
    window.removeEventListener('copy', fill, { capture: true })
  }
}
