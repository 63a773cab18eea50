/**
 * Puts a text on the clipboard from within a page, in a click. Not by navigator.clipboard, which pages without https and
 * frames do not have; what the page has selected stays selected.
 */
export async function copyInPage(text: string): Promise<void> {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('copy', fill, { capture: true })
  try {
    if (!document.execCommand('copy')) throw new Error('the browser does not copy')
  } finally {
    window.removeEventListener('copy', fill, { capture: true })
  }
}
