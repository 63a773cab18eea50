import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makePayload } from '../../../scripts/package/payload.mjs'
import { PROGRAM } from './host.ts'

export const execute = promisify(execFile)

/** Seconds: the time of all files in packages under test. */
export const EPOCH = 1_767_225_600

/** A folder for packages under test, on the disk: they are too large for one in memory. */
export function packagesFolder(name: string): string {
  const folder = fileURLToPath(new URL(`../../../.output/${name}-under-test-${process.pid}`, import.meta.url))
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The payload of installers for this computer. */
export async function payloadIn(folder: string): Promise<string> {
  const payload = join(folder, 'payload')
  await makePayload(payload, {
    platform: process.platform,
    arch: process.arch,
    node: undefined,
    program: dirname(PROGRAM),
  })
  return payload
}

/** A payload of a few bytes, for tests that ignore its content. */
export async function smallPayload(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  for (const name of ['node', 'recipisa.js', 'node_modules/keyring.node']) await writeFile(join(folder, name), name)
  return folder
}

/** The files and links below a folder, by their paths in it; none for a folder that does not exist. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter(entry => !entry.isDirectory())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}
