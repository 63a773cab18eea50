import { CHROME_EXTENSION_ORIGIN, HOST_NAME } from '../shared/domain/product.ts'

/** The manifest by which Chromium and its kin find the host; only our own extension may start it (H-06). */
export function chromiumManifest(launcher: string): string {
  const manifest = {
    name: HOST_NAME,
    description: 'Recipisa: local archive of e-invoices',
    path: launcher,
    type: 'stdio',
    allowed_origins: [CHROME_EXTENSION_ORIGIN],
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/**
 * The script that the browser starts: it names both Node and program by their whole paths, because the browser's PATH is
 * not the one of a terminal.
 */
export function launcherScript(node: string, program: string): string {
  return `#!/bin/sh\nexec ${quoted(node)} ${quoted(program)} "$@"\n`
}

/** One word for sh, whatever it holds: between single quotes only the quote itself means anything. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
