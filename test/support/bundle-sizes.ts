import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'

/** What each part of the extension may load before it shows anything: scripts, compressed, KB of 1,000 bytes. */
export const MOST_KB = { popup: 45, panel: 110, background: 40, card: 30 } as const
export type BundleName = keyof typeof MOST_KB

const ENTRIES: Readonly<Record<BundleName, string>> = {
  popup: 'popup.html',
  panel: 'sidepanel.html',
  background: 'background.js',
  card: 'lookup-card.js',
}

/** Scripts that a page or a script of a built extension loads at once, compressed one by one, KB. */
export function bundleSize(extension: string, name: BundleName): number {
  const bytes = [...scriptsOf(extension, ENTRIES[name])].map(
    file => gzipSync(readFileSync(join(extension, file))).length,
  )
  return bytes.reduce((sum, one) => sum + one, 0) / 1000
}

/** The files of the scripts, those that they import among them. What is imported on use is not. */
export function scriptsOf(extension: string, entry: string, known = new Set<string>()): Set<string> {
  const text = readFileSync(join(extension, entry), 'utf8')
  const isPage = entry.endsWith('.html')
  const found = isPage
    ? [...text.matchAll(/<script[^>]+src="([^"]+)"/g)]
    : [...text.matchAll(/(?:^|[;}\n])\s*(?:import|export)\s*(?:[\w$*{}\s,]+?from\s*)?["'](\.[^"']+)["']/g)]
  if (!isPage) known.add(entry)
  for (const [, path = ''] of found) {
    const file = path.startsWith('/') ? path.slice(1) : posix.join(dirname(entry), path)
    if (!known.has(file)) scriptsOf(extension, file, known)
  }
  return known
}
