import { EXTENSION_ORIGINS, FIREFOX_EXTENSION_ID, HOST_NAME } from '../shared/domain/product.ts'
import type { Family } from './browsers.ts'

/** The manifest by which a browser finds the host; only our own extension may start it (H-06). */
export function hostManifest(family: Family, launcher: string): string {
  const manifest = {
    name: HOST_NAME,
    description: 'Recipisa: local archive of e-invoices',
    path: launcher,
    type: 'stdio',
    ...(family === 'firefox'
      ? { allowed_extensions: [FIREFOX_EXTENSION_ID] }
      : { allowed_origins: EXTENSION_ORIGINS }),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/**
 * The script that the browser starts. It names Node and program by absolute paths, because the browser's PATH differs from a
 * terminal's.
 */
export function launcherScript(node: string, program: string): string {
  return `#!/bin/sh\nexec ${quoted(node)} ${quoted(program)} "$@"\n`
}

/** Quotes a text as one word for sh: between single quotes only the quote itself is special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
