import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
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
  try {
    const output = await query([path])
    return output.includes('HKEY_') ? parseKey(output) : undefined
  } catch {
    return undefined // also an unreadable key: reg reports it like a missing one
  }
}

/** The existing ones of these keys (`HKCU\\…`). */
export async function existing(keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [] // on other systems
  const lines = new Set((await query(keys)).split(/\r?\n/).map(line => line.toLowerCase()))
  return keys.filter(key => lines.has(wholePath(key).toLowerCase()))
}

/**
 * Sets the default values of keys (`HKCU\\…`) and creates missing keys; null removes a key and everything in it.
 * Windows imports all changes at once from `file`, which is written and then removed. Throws `storage-failed`.
 */
export async function changeKeys(changes: ReadonlyMap<string, string | null>, file: string): Promise<void> {
  const [first] = changes.keys()
  if (first === undefined) return
  try {
    await mkdir(win32.dirname(file), { recursive: true })
    await writeFile(file, registryFile(changes), 'utf16le')
    await run('reg.exe', ['import', file])
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause)
    const problem = said.trim().split('\n').at(-1) ?? said
    throw new RecipisaError('storage-failed', { path: first, problem }, { cause })
  } finally {
    await rm(file, { force: true })
  }
}

/** The text of a `.reg` file, with the mark that makes Windows read it as UTF-16. */
export function registryFile(changes: ReadonlyMap<string, string | null>): string {
  const blocks = [...changes].map(([key, value]) =>
    value === null ? `[-${wholePath(key)}]` : `[${wholePath(key)}]\r\n@="${value.replace(/[\\"]/g, '\\$&')}"`,
  )
  return `\uFEFFWindows Registry Editor Version 5.00\r\n\r\n${blocks.join('\r\n\r\n')}\r\n`
}

const wholePath = (key: string): string => key.replace(/^HKCU(?=\\)/, 'HKEY_CURRENT_USER')

/** The output of `reg query` for the keys that exist and may be read. */
async function query(keys: readonly string[]): Promise<string> {
  const queries = keys.map(key => `"${systemProgram('reg.exe')}" query "${key}"`)
  // In any code page but UTF-8's, folders with Romanian letters would not be found again.
  const line = ['chcp 65001 >nul', ...queries, 'ver >nul'].join(' & ')
  return run('cmd.exe', ['/d', '/c', line], { windowsVerbatimArguments: true })
}

async function run(program: string, args: readonly string[], options: object = {}): Promise<string> {
  const bounds = { windowsHide: true, timeout: PATIENCE, encoding: 'utf8', ...options } as const
  const { stdout } = await promisify(execFile)(systemProgram(program), args, bounds)
  return stdout
}

/** By its full path: Windows looks for a bare name in the current folder first. */
const systemProgram = (name: string): string => win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', name)

/**
 * Parses the output of `reg query`: the key's own line, its values behind four spaces with four spaces between name,
 * type and data, and a line with the whole path of each subkey. The name of the default value is in the language of the
 * system.
 */
export function parseKey(output: string): Key {
  const lines = output.split(/\r?\n/)
  const values = lines.flatMap(line => {
    const [, name = '', data = ''] = /^ {4}(.+?) {4}REG_\w+(?: {4}(.*))?$/s.exec(line) ?? []
    return name ? [{ name, data }] : []
  })
  const [, ...subkeys] = lines.filter(line => line.startsWith('HKEY_'))
  return { values, subkeys: subkeys.map(path => path.split('\\').at(-1) ?? path) }
}
