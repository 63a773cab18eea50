import { execFile } from 'node:child_process'
import { win32 } from 'node:path'
import { promisify } from 'node:util'

/** A key of Windows' registry: its values in their order, and the names of its subkeys. */
export type Key = { values: readonly { name: string; data: string }[]; subkeys: readonly string[] }

/** Reads a key by its whole path, `HKCU\Software\…`; undefined if there is none. */
export type ReadKey = (path: string) => Promise<Key | undefined>

/** Reads with Windows' own program, by its full path: Windows looks for a bare name in the current folder first. */
export const readKey: ReadKey = async path => {
  const folder = win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32')
  // In another code page than that of UTF-8, folders with Romanian letters would not be found again.
  const line = `chcp 65001 >nul & "${win32.join(folder, 'reg.exe')}" query "${path}"`
  const options = { windowsHide: true, windowsVerbatimArguments: true }
  try {
    const { stdout } = await promisify(execFile)(win32.join(folder, 'cmd.exe'), ['/d', '/c', line], options)
    return parseKey(stdout)
  } catch {
    return undefined // reg fails in the same way for a missing key and for one that may not be read
  }
}

/**
 * What `reg query` prints: the key's own line, its values behind four spaces with four spaces between name, type and
 * data, and a line with the whole path of each subkey. The name of the default value is in the language of the system.
 */
export function parseKey(output: string): Key {
  const lines = output.split(/\r?\n/)
  const values = lines.flatMap(line => {
    const [, name = '', data = ''] = /^ {4}(.+?) {4}REG_\w+(?: {4}(.*))?$/.exec(line) ?? []
    return name ? [{ name, data }] : []
  })
  const [, ...subkeys] = lines.filter(line => line.startsWith('HKEY_'))
  return { values, subkeys: subkeys.map(path => path.split('\\').at(-1) ?? path) }
}
