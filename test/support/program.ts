import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the built host. */
    program: string
  }
}

const place = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * Builds the host once for a run, in a folder of its own: what is shipped is what is tested, and it starts in a quarter of
 * the time that its sources take.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = place(`.output/host-under-test-${process.pid}-${project.name}`)
  await promisify(execFile)(process.execPath, [place('scripts/build-host.mjs'), folder])
  project.provide('program', `${folder}/recipisa.js`)
  return () => rm(folder, { recursive: true, force: true })
}
