import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The source files of an entrypoint, also those that it loads on use, by path, each with its text. */
export function sourcesOf(entrypoint: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const pending = [join(ROOT, 'extension/entrypoints', entrypoint)]
  for (let file = pending.pop(); file; file = pending.pop()) {
    if (found.has(file)) continue
    const text = readFileSync(file, 'utf8')
    found.set(file, text)
    const code = text.replaceAll(/^import type [^']*'[^']+'/gm, '')
    for (const [, name = ''] of code.matchAll(/(?:\bfrom |^import |\bimport\()'(\.[^']+\.tsx?)'/gm)) {
      const path = join(dirname(file), name)
      if (existsSync(path)) pending.push(path)
    }
  }
  return found
}
