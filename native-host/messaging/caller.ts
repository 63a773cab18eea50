import { CHROME_EXTENSION_ORIGIN, FIREFOX_EXTENSION_ID } from '../../shared/domain/product.ts'

/** Who started the program: our extension in a browser, something else by a browser's way, or a person or a script. */
export type Caller = 'extension' | 'stranger' | 'command-line'

/**
 * Tells by the arguments. Chromium and its kin give the extension's origin first, Firefox the path of the manifest and the
 * add-on's id. The browser's manifest names the same ids (H-06); one that somebody has widened opens nothing.
 */
export function callerOf([first = '', second]: readonly string[]): Caller {
  if (/^[a-z-]+-extension:\/\//i.test(first)) return first === CHROME_EXTENSION_ORIGIN ? 'extension' : 'stranger'
  if (/\.json$/i.test(first)) return second === FIREFOX_EXTENSION_ID ? 'extension' : 'stranger'
  return 'command-line'
}
