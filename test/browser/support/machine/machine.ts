import { join } from 'node:path'
import { placesOf } from '../../../../manifests/browsers.ts'
import { install } from '../../../../manifests/registration.ts'
import { type Authority, type AuthorityOptions, startAuthority } from '../../../authority/authority.ts'
import type { Issued } from '../../../authority/certificates.ts'
import { endProcesses, killProcesses, processesEnded, processesWith } from '../../../support/processes.ts'
import { waitFor } from '../../../support/wait-for.ts'
import { plugInToken } from '../token/token.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

/** An accountant's machine: the authority within reach, the token plugged in, the host registered; no browser open yet. */
export type Machine = {
  readonly authority: Authority
  readonly sandbox: Sandbox
  /** Whose certificate is on the token; not yet enrolled with the authority. */
  readonly person: Issued
  /** Every process of the machine (browser, host, sync) has ended by itself; rejects, ending them, when they do not. */
  ended(): Promise<void>
  /**
   * Ends the runners, which stay by themselves while a filing is to be checked soon. For when the browser is closed: waits
   * for its hosts, which could start others.
   */
  endRunners(): Promise<void>
  /** Ends what still runs, the authority last; files stay. */
  stop(): Promise<void>
  /** Waits for what runs to end, then takes the authority and all files away. */
  remove(): Promise<void>
}

export type MachineOptions = Omit<AuthorityOptions, 'folder'> & {
  folder?: string
  env?: Readonly<Record<string, string>>
  /** The PIN that the token's key asks for, null for a key that asks for none; no token at all when absent. */
  pin?: string | null
}

/** The command line of a runner. */
const RUNNER = / jobs run$/

export async function setUpMachine({ folder, env, pin, ...options }: MachineOptions): Promise<Machine> {
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
    await install({
      system: process.platform,
      places: placesOf(sandbox.env, sandbox.home),
      data: join(sandbox.home, '.local/share'),
      // Chromium looks under its own profile's folder once that is not the usual one.
      userDataDir: sandbox.userDataDir,
      node: process.execPath,
      program: join(import.meta.dirname, '../../../../dist/recipisa.js'),
    })
    return { authority, sandbox, person, ended, endRunners, stop, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
