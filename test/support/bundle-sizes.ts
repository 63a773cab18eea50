import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The most scripts that each part of the extension may load before it shows anything, compressed, KB of 1,000 bytes. */
export const MOST_KB = { popup: 45, panel: 110, background: 40, card: 30 } as const
export type BundleName = keyof typeof MOST_KB

/** Where each begins, and the phrases that a page waits for: those of Romanian, which are more than those of English. */
const ENTRIES: Readonly<Record<BundleName, { entry: string; phrases?: RegExp }>> = {
  popup: { entry: 'popup.html', phrases: /^popup-ro-[\w-]+\.js$/ },
  panel: { entry: 'sidepanel.html', phrases: /^ro-[\w-]+\.js$/ },
  background: { entry: 'background.js' },
  card: { entry: 'lookup-card.js' },
}

/** Scripts that a page or a script of a built extension loads before it shows anything, compressed one by one, KB. */
export function bundleSize(extension: string, name: BundleName): number {
  const { entry, phrases } = ENTRIES[name]
  const scripts = scriptsOf(extension, entry)
  if (phrases) {
    const found = readdirSync(join(extension, 'chunks')).filter(file => phrases.test(file))
    if (found.length !== 1) throw new Error(`not one file of phrases for ${name}: ${found.join(', ')}`)
    scriptsOf(extension, `chunks/${found[0]}`, scripts)
  }
  const bytes = [...scripts].map(file => gzipSync(readFileSync(join(extension, file))).length)
  return bytes.reduce((sum, one) => sum + one, 0) / 1000
}

/** The files of the scripts, those that they import among them. What is imported on use is not. */
function scriptsOf(extension: string, entry: string, known = new Set<string>()): Set<string> {
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
