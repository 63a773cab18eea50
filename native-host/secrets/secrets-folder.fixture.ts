import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { openSecrets } from './open.ts'
import type { Secrets } from './secrets.ts'

/** The running test's data folder. */
export let dataDir: string
export const secretsFile = (): string => join(dataDir, 'secrets.json')

/** Gives each test of a file an empty data folder. */
export function folderForEach(): void {
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'recipisa-secrets-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))
}

/** The secrets of a system without a credential store. */
export const inFile = (scope = 'https://auth.localhost client'): Promise<Secrets> =>
  openSecrets({ dataDir, scope, platform: 'linux', store: async () => undefined })
