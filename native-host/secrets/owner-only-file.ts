import { chmod, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { realDisk } from '../process/disk.ts'
import { withProcessLock } from '../process/process-lock.ts'
import { replaceFile } from '../process/replace-file.ts'
import type { SecretName, Secrets } from './secrets.ts'

/** Values by scope and name. */
const Content = v.record(v.string(), v.record(v.string(), v.string()))
type Content = v.InferOutput<typeof Content>

/**
 * How long to wait for another process changing the file, ms. A change takes milliseconds unless its process was
 * stopped.
 */
const PATIENCE = 60_000

/**
 * Secrets in a file that only its owner can read. A wider mode is narrowed before anything is read; every change
 * replaces the whole file. Throws `storage-failed`, or `secrets-damaged` and leaves the file as it is; both name the file.
 */
export function createOwnerOnlyFile(path: string, scope: string): Secrets {
  const change = (edit: (values: Record<string, string>) => void) =>
    guard(path, async () => {
      await realDisk.makePrivate(dirname(path))
      // One writer at a time, over all processes: each rewrites the whole file.
      const lockWait = { signal: new AbortController().signal, patience: PATIENCE }
      await withProcessLock(join(dirname(path), 'secrets.lock'), lockWait, async () => {
        const content = await read(path)
        const values = { ...content[scope] }
        edit(values)
        const { [scope]: _, ...others } = content
        const next = Object.keys(values).length > 0 ? { ...others, [scope]: values } : others
        await replaceFile(realDisk, path, new TextEncoder().encode(`${JSON.stringify(next, undefined, 2)}\n`))
      })
    })

  return {
    keptIn: 'owner-only-file',
    get: name => guard(path, async () => (await read(path))[scope]?.[name]),
    set: (name, value) =>
      change(values => {
        values[name] = value
      }),
    delete: (name: SecretName) =>
      change(values => {
        delete values[name]
      }),
  }
}

async function read(path: string): Promise<Content> {
  let text: string
  try {
    const { mode } = await stat(path)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) await chmod(path, 0o600)
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {}
    throw error
  }
  try {
    return v.parse(Content, JSON.parse(text))
  } catch {
    // Without the parser's or the schema's message: both quote the text, which holds secrets.
    throw new RecipisaError('secrets-damaged', { path })
  }
}

async function guard<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) === undefined || !(error instanceof Error)) throw error
    throw new RecipisaError('storage-failed', { path, problem: error.message.split(',')[0] ?? '' }, { cause: error })
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'errno' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}
