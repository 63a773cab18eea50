import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { basename } from 'node:path'
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
 * Builds the host once for a run, in its own folder: the tests start the shipped program, which starts four times as
 * fast as its sources. `npm test` has built it for all of its projects (RECIPISA_HOST_IS_BUILT).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = pathOf(`.output/host-under-test-${process.env.RECIPISA_TEST_RUN ?? process.pid}-${project.name}`)
  // Browsers start hosts in dist meanwhile, and those write Node's compile cache beside it.
  const filter = (path: string) => basename(path) !== 'compile-cache'
  if (process.env.RECIPISA_HOST_IS_BUILT) await cp(pathOf('dist'), folder, { recursive: true, filter })
  else await promisify(execFile)(process.execPath, [pathOf('scripts/build-host.mjs'), folder])
  project.provide('program', `${folder}/recipisa.js`)
  return () => rm(folder, { recursive: true, force: true })
}
