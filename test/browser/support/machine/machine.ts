import type { BrowserContext } from 'playwright-core'
import { type Authority, type AuthorityOptions, startAuthority } from '../../../authority/authority.ts'
import type { Issued } from '../../../authority/certificates.ts'
import { endProcesses, killProcesses, processesEnded, processesWith } from '../../../support/processes.ts'
import { waitFor } from '../../../support/wait-for.ts'
import { plugInToken } from '../token/token.ts'
import { registerHost } from './register-host.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

/** An accountant's machine: authority, token and a registered host, before the browser opens. */
export type Machine = {
  readonly authority: Authority
  readonly sandbox: Sandbox
  /** The holder of the certificate on the token; not yet enrolled with the authority. */
  readonly person: Issued
  /** Waits until every process of the machine has ended by itself; otherwise kills them and rejects. */
  ended(): Promise<void>
  /**
   * Ends the runners, which would stay while an upload or a declaration is to be checked soon. Call it once the browser is
   * closed: it waits for the hosts, which could start others.
   */
  endRunners(): Promise<void>
  /** Ends all processes, the authority last. Files stay. */
  stop(): Promise<void>
  /** Waits until all processes have ended, then stops the authority and removes all files. */
  remove(): Promise<void>
}

export type MachineOptions = Omit<AuthorityOptions, 'folder'> & {
  folder?: string
  env?: Readonly<Record<string, string>>
  /** The PIN of the token's key; null for a key without a PIN; without it there is no token. */
  pin?: string | null
  /** Whether no host is registered with the browser yet. */
  isHostless?: boolean
}

/** The command line of a runner. */
const RUNNER = / jobs run$/

export async function setUpMachine({ folder, env, pin, isHostless, ...options }: MachineOptions): Promise<Machine> {
  const sandbox = await createSandbox({ ...(folder ? { folder } : {}), ...(env ? { env } : {}) })
  const authority = await startAuthority({ ...options, folder: sandbox.authority })
  const marker = `RECIPISA_DATA_DIR=${sandbox.dataDir}`
  const ended = () => processesEnded(marker)
  const endRunners = async () => {
    await waitFor('nothing but runners is left', async () =>
      [...(await processesWith(marker)).values()].every(command => RUNNER.test(command)),
    )
    await killProcesses(marker)
  }
  const stop = async () => {
    try {
      await endProcesses(marker)
    } finally {
      await authority.stop()
    }
  }
  const remove = async () => {
    try {
      await ended()
    } finally {
      await authority.stop()
      await sandbox.remove()
    }
  }
  try {
    const person = await authority.ca.issueClientCertificate({ commonName: 'IONESCU MARIA' })
    if (pin !== undefined)
      await plugInToken(sandbox, {
        certificate: person.certificatePem,
        privateKey: person.privateKeyPem,
        caPem: authority.caPem,
        pin: pin ?? '000000',
        keyAsksForPin: pin !== null,
      })
    if (!isHostless) await registerHost(sandbox)
    return { authority, sandbox, person, ended, endRunners, stop, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Closes the browser, ends the runners and removes the machine: what there is of them after a failed start. */
export async function closeAll(context: BrowserContext | undefined, machine: Machine | undefined): Promise<void> {
  await context?.close()
  await machine?.endRunners()
  await machine?.remove()
}
