import { arch, release } from 'node:os'
import { VERSION } from '../../shared/domain/product.ts'
import type { Check, Examination } from '../../shared/protocol/doctor.ts'
import type { Profile } from '../profile/profile.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { checkCertificateModules } from './certificate-modules.ts'
import { failed, found, withTexts } from './check.ts'
import { checkDataFolder, checkFreeSpace } from './data-folder.ts'
import { checkLauncher } from './launcher.ts'
import type { Machine } from './machine.ts'
import { checkManifests } from './manifests.ts'
import { checkNetwork } from './network.ts'
import { checkPolicies } from './policies.ts'
import { checkDatabase, checkSecrets } from './stores.ts'
import { checkVersions } from './versions.ts'

/** Longest foreign text in a check, characters. */
const MOST_TEXT = 300

export type Patient = {
  machine: Machine
  dataDir: string
  profile: () => Promise<Profile>
  secrets: () => Promise<Secrets>
  now: () => number
  /** Removes secrets from a text. */
  redact: (text: string) => string
  /** Whether to try the authority's hosts too. */
  online: boolean
  /** Version of the extension that asks. */
  extension: string | undefined
}

/**
 * Checks everything that the product needs on a computer (H-07), and changes nothing. A problem is a finding; only an
 * abort of the signal and unexpected errors are thrown.
 */
export async function examine(patient: Patient, signal: AbortSignal): Promise<Examination> {
  const { machine, dataDir, extension } = patient
  // The slow parts wait for other programs, so they run at the same time.
  const [registered, profiled] = await Promise.all([
    checkRegistration(machine, extension, signal),
    checkProfile(patient, signal),
  ])
  const all = [
    // The launcher lies in that folder: no manifest can be mended before it.
    await checkDataFolder(machine, dataDir),
    ...registered,
    await checkFreeSpace(dataDir),
    checkDatabase(dataDir),
    ...profiled,
    ...(await checkPolicies(machine)),
    ...(await checkCertificateModules(machine)),
  ]
  signal.throwIfAborted()
  const checks = all.map(check =>
    withTexts(check, text => withoutHome(patient.redact(text), machine).slice(0, MOST_TEXT)),
  )
  const system = `${machine.system} ${release()} ${arch()}`
  return { program: { version: VERSION, node: process.versions.node, system }, checks, next: nextOf(checks) }
}

/** The home folder names the person. A service's only home may be the system's root, which is in every path. */
function withoutHome(text: string, { places: { home } }: Machine): string {
  return home.length > 1 ? text.replaceAll(home, '~') : text
}

/** What the profile leads to: its secrets, the way to e-Factura, its hosts. One that cannot be read is told once. */
async function checkProfile({ profile: open, secrets, now, online }: Patient, signal: AbortSignal): Promise<Check[]> {
  let profile: Profile
  try {
    profile = await open()
  } catch (error) {
    return [failed('reachability', error)]
  }
  const [credentialStore, network] = await Promise.all([
    checkSecrets(secrets),
    online ? checkNetwork(profile, now, signal) : [found('reachability', 'network-not-asked')],
  ])
  return [credentialStore, found('access', `access-${profile.access}`), ...network]
}

/** Manifests, the programs that they name, and their versions. */
async function checkRegistration(
  machine: Machine,
  extension: string | undefined,
  signal: AbortSignal,
): Promise<Check[]> {
  const { checks, launchers } = await checkManifests(machine, extension !== undefined)
  const launched = await Promise.all(launchers.map(path => checkLauncher(machine, path, signal)))
  const versions = launched.flatMap(({ version }) => version ?? [])
  const launcherChecks =
    launched.length > 0 ? launched.map(({ check }) => check) : [found('launcher', 'launcher-absent')]
  return [...checks, ...launcherChecks, ...checkVersions(extension, versions)]
}

/** Broken checks come before dubious ones; the checks are in the order of their importance. */
function nextOf(checks: readonly Check[]): Check | null {
  return checks.find(({ state }) => state === 'broken') ?? checks.find(({ state }) => state === 'look') ?? null
}
