import { execFile } from 'node:child_process'
import { win32 } from 'node:path'
import { promisify } from 'node:util'
import { RecipisaError } from '../shared/errors/recipisa-error.ts'

/** A key of Windows' registry: its values in their order, and the names of its subkeys. */
export type Key = { values: readonly { name: string; data: string }[]; subkeys: readonly string[] }

/** Reads a key by its whole path, `HKCU\\Software\\…`; undefined if there is none. */
export type ReadKey = (path: string) => Promise<Key | undefined>

/** How long Windows' own programs may take, ms. */
const PATIENCE = 10_000

export const readKey: ReadKey = async path => {
  // In another code page than that of UTF-8, folders with Romanian letters would not be found again.
  const line = `chcp 65001 >nul & "${systemProgram('reg.exe')}" query "${path}"`
  try {
    return parseKey(await run('cmd.exe', ['/d', '/c', line], { windowsVerbatimArguments: true }))
  } catch {
    return undefined // reg fails in the same way for a missing key and for one that may not be read
  }
}

/** Sets the default value of a key (`HKCU\\…`) and makes the key where it is missing. Throws `storage-failed`. */
export async function setKey(key: string, value: string): Promise<void> {
  await change(key, ['add', key, '/ve', '/t', 'REG_SZ', '/d', value, '/f'])
}

/** Removes a key with everything in it; false when there is none. Throws `storage-failed`. */
export async function removeKey(key: string): Promise<boolean> {
  if ((await readKey(key)) === undefined) return false
  await change(key, ['delete', key, '/f'])
  return true
}

async function change(key: string, args: readonly string[]): Promise<void> {
  try {
    await run('reg.exe', args)
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause)
    const problem = said.trim().split('\n').at(-1) ?? said
    throw new RecipisaError('storage-failed', { path: key, problem }, { cause })
  }
}

async function run(program: string, args: readonly string[], options: object = {}): Promise<string> {
  const bounds = { windowsHide: true, timeout: PATIENCE, encoding: 'utf8', ...options } as const
  const { stdout } = await promisify(execFile)(systemProgram(program), args, bounds)
  return stdout
}

/** By its full path: Windows looks for a bare name in the current folder first. */
const systemProgram = (name: string): string => win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', name)

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
