import { execFile } from 'node:child_process'
import { win32 } from 'node:path'
import { promisify } from 'node:util'
import { RecipisaError } from '../shared/errors/recipisa-error.ts'

/** Exit code of reg.exe for a key that does not exist, and for every other failure as well. */
const ABSENT = 1

/** Sets the default value of a key (`HKCU\…`) and makes the key where it is missing. Throws `storage-failed`. */
export async function setKey(key: string, value: string): Promise<void> {
  await change(key, ['add', key, '/ve', '/t', 'REG_SZ', '/d', value, '/f'])
}

/** Removes a key with everything in it; false when there is none. Throws `storage-failed`. */
export async function removeKey(key: string): Promise<boolean> {
  if (!(await hasKey(key))) return false
  await change(key, ['delete', key, '/f'])
  return true
}

export async function hasKey(key: string): Promise<boolean> {
  try {
    await reg(['query', key])
    return true
  } catch (error) {
    if (exitCodeOf(error) === ABSENT) return false
    throw failure(key, error)
  }
}

async function change(key: string, args: readonly string[]): Promise<void> {
  try {
    await reg(args)
  } catch (error) {
    throw failure(key, error)
  }
}

/** Windows' own tool for the registry, by its full path: Windows looks for a bare name in the current folder first. */
function reg(args: readonly string[]): Promise<{ stdout: string }> {
  const program = win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe')
  return promisify(execFile)(program, args, { windowsHide: true })
}

function exitCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function failure(key: string, cause: unknown): RecipisaError {
  const problem =
    cause instanceof Error ? (cause.message.split('\n').at(-1) ?? '').trim() || cause.message : String(cause)
  return new RecipisaError('storage-failed', { path: key, problem }, { cause })
}
