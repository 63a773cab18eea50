import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { endProcesses } from '../../../support/processes.ts'
import type { Machine } from './machine.ts'
import { registerHost } from './register-host.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

/** A colleague's computer at the same authority: its own browser, host and data, without a token. */
export type Colleague = {
  readonly sandbox: Sandbox
  /** Ends its processes; files stay. */
  stop(): Promise<void>
  remove(): Promise<void>
}

/** `folder`: its location; by default a new temporary folder. */
export async function setUpColleague({ authority }: Machine, folder?: string): Promise<Colleague> {
  const env = { RECIPISA_CLIENT_SECRET: authority.clientSecret }
  const sandbox = await createSandbox({ env, ...(folder === undefined ? {} : { folder }) })
  const profile = sandbox.env.RECIPISA_PROFILE ?? ''
  await mkdir(dirname(profile), { recursive: true })
  await writeFile(profile, await readFile(authority.profilePath))
  await registerHost(sandbox)
  const stop = () => endProcesses(`RECIPISA_DATA_DIR=${sandbox.dataDir}`)
  return {
    sandbox,
    stop,
    async remove() {
      try {
        await stop()
      } finally {
        await sandbox.remove()
      }
    },
  }
}
