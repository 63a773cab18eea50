import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import * as v from 'valibot'
import { BROWSERS, type Browser, type Family, hasFolders, type System } from '../../manifests/browsers.ts'
import { MANIFEST_FILE } from '../../manifests/host-manifest.ts'
import { hostKey } from '../../manifests/registration-files.ts'
import { EXTENSION_ORIGINS, FIREFOX_EXTENSION_ID, HOST_NAME } from '../../shared/domain/product.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Check } from '../../shared/protocol/doctor.ts'
import { readText } from '../process/read-text.ts'
import { failed, found, problemOf } from './check.ts'
import { isStartable } from './launcher.ts'
import { below, type Machine } from './machine.ts'
import { checkSandbox } from './sandboxes.ts'

/** The fields that browsers read from a manifest. */
const Manifest = v.object({
  name: v.literal(HOST_NAME),
  path: v.string(),
  type: v.literal('stdio'),
  allowed_origins: v.optional(v.array(v.string()), []),
  allowed_extensions: v.optional(v.array(v.string()), []),
})

/** A browser's manifest on this computer. */
type Place = {
  path: string
  exists: boolean
  /** Whether the person uses the browser. */
  isUsed: boolean
}

export type Registrations = {
  checks: Check[]
  /** The manifests' programs, each once. */
  launchers: string[]
}

/**
 * Checks every browser of the table for its manifest: the person's own, or the one for everyone. `isStarted`: a browser
 * has started this program, so a manifest exists somewhere, perhaps for a profile outside the usual folders. `origins`:
 * those that this version writes into Chromium's manifests.
 */
export async function checkManifests(
  machine: Machine,
  isStarted: boolean,
  origins = EXTENSION_ORIGINS,
): Promise<Registrations> {
  const { system } = machine
  if (system !== 'win32' && !hasFolders(system))
    return { checks: [failed('manifest', new RecipisaError('install-system', { system }))], launchers: [] }
  const checks: Check[] = []
  const launchers = new Set<string>()
  let isAnywhere = false
  for (const browser of BROWSERS) {
    checks.push(...checkSandbox(machine, browser))
    const place = await (system === 'win32'
      ? placeInRegistry(machine, browser)
      : placeInFolder(machine, browser, system))
    isAnywhere ||= place.exists
    const { check, launcher } = await judge(machine, browser, place, origins)
    checks.push(check)
    if (launcher !== undefined) launchers.add(launcher)
  }
  if (!isAnywhere) checks.unshift(found('manifest', isStarted ? 'registered-elsewhere' : 'not-registered'))
  return { checks, launchers: [...launchers] }
}

/** Browsers prefer the person's own manifest to the one for everyone. */
async function placeInFolder(machine: Machine, browser: Browser, system: System): Promise<Place> {
  const folder = browser.folders[system](machine.places)
  // Its own data are there once the browser has been started.
  const beside = await readdir(dirname(folder)).catch(() => [])
  const elsewhere = browser.data?.(machine.places)
  const isUsed =
    beside.some(name => name !== basename(folder)) || (elsewhere !== undefined && (await exists(elsewhere)))
  const own = join(folder, MANIFEST_FILE)
  const ofEverybody = join(below(machine, browser.systemFolders[system]), MANIFEST_FILE)
  for (const path of [own, ofEverybody]) if (await exists(path)) return { path, exists: true, isUsed }
  return { path: own, exists: false, isUsed }
}

async function placeInRegistry({ readKey }: Machine, { registryKey }: Browser): Promise<Place> {
  for (const hive of ['HKCU', 'HKLM']) {
    const key = await readKey(`${hive}\\${hostKey(registryKey)}`)
    const path = key?.values[0]?.data
    if (path) return { path, exists: true, isUsed: true }
  }
  // The browser's own data lies beside the hosts' key once it has been started.
  const end = registryKey.lastIndexOf('\\')
  const [parent, hosts] = [registryKey.slice(0, end), registryKey.slice(end + 1)]
  const beside = await readKey(`HKCU\\${parent}`)
  const isUsed = beside !== undefined && (beside.values.length > 0 || beside.subkeys.some(name => name !== hosts))
  return { path: `HKCU\\${hostKey(registryKey)}`, exists: false, isUsed }
}

type Judged = { check: Check /** The program that the browser starts. */; launcher?: string }

/** Judges a manifest as the browser would. */
async function judge(
  machine: Machine,
  { name: browser, family }: Browser,
  place: Place,
  origins: readonly string[],
): Promise<Judged> {
  const { path } = place
  if (!place.exists && !place.isUsed) return { check: found('manifest', 'browser-unused', { browser }) }
  if (!place.exists) return { check: await missing(machine, browser, path) }
  let text: string
  try {
    text = await readText(path)
  } catch (error) {
    return { check: found('manifest', 'manifest-unreadable', { browser, path, problem: problemOf(error) }) }
  }
  const manifest = parse(text)
  const isUsable = manifest && (machine.system === 'win32' || isAbsolute(manifest.path))
  if (!isUsable) return { check: found('manifest', 'manifest-invalid', { browser, path }) }
  if (!allowsUs(family, manifest, origins)) return { check: found('manifest', 'manifest-other-id', { browser, path }) }
  // Only on Windows may a manifest name a file beside itself.
  const launcher = resolve(dirname(path), manifest.path)
  if (!(await isStartable(launcher)))
    return { check: found('manifest', 'manifest-launcher-gone', { browser, path, launcher }) }
  return { check: found('manifest', 'manifest-fine', { browser, path }), launcher }
}

/** The folder's owner decides the advice: nobody can write into another user's folder. */
async function missing({ uid }: Machine, browser: string, path: string): Promise<Check> {
  const folder = dirname(path)
  const owner = await stat(folder).then(
    found => found.uid,
    () => undefined, // it will be created
  )
  if (uid !== undefined && owner !== undefined && owner !== uid)
    return found('manifest', 'manifest-folder-foreign', { browser, path: folder })
  return found('manifest', 'manifest-missing', { browser, path })
}

function parse(text: string): v.InferOutput<typeof Manifest> | undefined {
  try {
    const manifest = v.safeParse(Manifest, JSON.parse(text))
    return manifest.success ? manifest.output : undefined
  } catch {
    return undefined // not JSON
  }
}

function allowsUs(family: Family, manifest: v.InferOutput<typeof Manifest>, origins: readonly string[]): boolean {
  return family === 'firefox'
    ? manifest.allowed_extensions.includes(FIREFOX_EXTENSION_ID)
    : origins.every(origin => manifest.allowed_origins.includes(origin))
}

/** True for a dangling link, too: the browser stumbles over it. */
async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
