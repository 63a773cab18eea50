import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { closeToOthers } from '../process/owner-only-folder.ts'
import { withProcessLock } from '../process/process-lock.ts'
import type { SecretName, Secrets } from './secrets.ts'

/** Values by scope and name. */
const Content = v.record(v.string(), v.record(v.string(), v.string()))
type Content = v.InferOutput<typeof Content>

/** How long a process that changes the file is waited for, ms: it takes milliseconds unless the process was stopped. */
const PATIENCE = 60_000

/**
 * Secrets in a file that only its owner can read. A wider mode is taken back before anything is read; every change is
 * a new file, synced and renamed into place. Failures are `storage-failed`, naming the file.
 */
export function createOwnerOnlyFile(path: string, scope: string): Secrets {
  const change = (edit: (values: Record<string, string>) => void) =>
    guard(path, async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await closeToOthers(dirname(path))
      // One writer at a time, over all processes: each rewrites the whole file.
      const waiting = { signal: new AbortController().signal, patience: PATIENCE }
      await withProcessLock(join(dirname(path), 'secrets.lock'), waiting, async () => {
        const content = await read(path)
        const values = { ...content[scope] }
        edit(values)
        const { [scope]: _, ...others } = content
        await replace(path, Object.keys(values).length > 0 ? { ...others, [scope]: values } : others)
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
    // Neither the parser's nor the schema's message: both quote the text, and it holds secrets.
    throw new RecipisaError('storage-failed', { path, problem: 'its content cannot be read' })
  }
}

async function replace(path: string, content: Content): Promise<void> {
  const temporary = `${path}.${randomUUID()}.part`
  try {
    const file = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    try {
      await file.writeFile(`${JSON.stringify(content, undefined, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  // Windows opens no folders; NTFS journals its names by itself.
  if (process.platform === 'win32') return
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
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
