import { readFile, stat } from 'node:fs/promises'

/** Most bytes of a file to look at: manifests, policies and lists of modules are a hundred times smaller. */
const MOST = 1024 * 1024

/** The text of a small file, without an encoding mark. Rejects for anything else: a pipe would never end. */
export async function readText(path: string): Promise<string> {
  const found = await stat(path)
  if (!found.isFile() && !found.isDirectory()) throw new Error('not a file')
  if (found.size > MOST) throw new Error('too large')
  return (await readFile(path, 'utf8')).replace(/^\ufeff/, '')
}
