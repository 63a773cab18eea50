import { EXTENSION_ORIGINS, FIREFOX_EXTENSION_ID } from '../../shared/domain/product.ts'

/** The starter of the program: our extension in a browser, another caller in a browser's way, or a person or script. */
export type Caller = 'extension' | 'stranger' | 'command-line'

/**
 * Reads the caller from the arguments. Chromium and its relatives give the extension's origin first, Firefox the path of the
 * manifest and the add-on's id. The browser's manifest allows the same ids (H-06), so a widened manifest opens nothing.
 */
export function callerOf([first = '', second]: readonly string[]): Caller {
  if (/^[a-z-]+-extension:\/\//i.test(first)) return EXTENSION_ORIGINS.includes(first) ? 'extension' : 'stranger'
  if (/\.json$/i.test(first)) return second === FIREFOX_EXTENSION_ID ? 'extension' : 'stranger'
  return 'command-line'
}
