import { EXTENSION_ORIGINS, FIREFOX_EXTENSION_ID, HOST_NAME } from '../shared/domain/product.ts'
import type { Family } from './browsers.ts'

/**
 * The manifest by which a browser finds the host; only our own extension may start it (H-06). `launcher` is an absolute
 * path; on Windows it may also be relative to the manifest.
 */
export function hostManifest(family: Family, launcher: string): string {
  const manifest = {
    name: HOST_NAME,
    description: 'Recipisa: local archive of e-invoices',
    path: launcher,
    type: 'stdio',
    ...(family === 'firefox' ? { allowed_extensions: [FIREFOX_EXTENSION_ID] } : { allowed_origins: EXTENSION_ORIGINS }),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** Name of a manifest in a browser's folder. */
export const MANIFEST_FILE = `${HOST_NAME}.json`

/** Name of a manifest in a folder with one per family; on Windows the registry names the file. */
export const manifestName = (family: Family): string => `${HOST_NAME}.${family}.json`
