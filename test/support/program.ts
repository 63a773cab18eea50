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

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * Builds the host once for a run, in a folder of its own: the tests start the shipped program, which starts four times as
 * fast as its sources.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = pathOf(`.output/host-under-test-${process.pid}-${project.name}`)
  await promisify(execFile)(process.execPath, [pathOf('scripts/build-host.mjs'), folder])
  project.provide('program', `${folder}/recipisa.js`)
  return () => rm(folder, { recursive: true, force: true })
}
