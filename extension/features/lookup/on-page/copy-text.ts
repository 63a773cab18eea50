/**
 * Puts a text on the clipboard from within a page, in a click. Not by navigator.clipboard, which pages without https and
 * frames do not have; what the page has selected stays selected.
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
    // A page that hears of it first may keep it to itself; then the clipboard holds whatever it held.
    if (!isFilled) await navigator.clipboard.writeText(text)
  } finally {
    window.removeEventListener('copy', fill, { capture: true })
  }
}
