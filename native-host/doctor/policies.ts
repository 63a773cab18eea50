import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { BROWSERS, type Browser, hasFolders, type Policies } from '../../manifests/browsers.ts'
import { MANIFEST_FILE } from '../../manifests/host-manifest.ts'
import { hostKey } from '../../manifests/registration-files.ts'
import { HOST_NAME } from '../../shared/domain/product.ts'
import type { Check } from '../../shared/protocol/doctor.ts'
import { readText } from '../process/read-text.ts'
import { found } from './check.ts'
import { below, type Machine } from './machine.ts'

const Rules = v.object({
  NativeMessagingBlocklist: v.optional(v.array(v.string()), []),
  NativeMessagingAllowlist: v.optional(v.array(v.string()), []),
  NativeMessagingUserLevelHosts: v.optional(v.boolean(), true),
})
type Rules = v.InferOutput<typeof Rules>

/** An administrator's rules in one place; undefined if incomprehensible. */
type Source = { place: string; rules: Rules | undefined }

/** Looks for administrator's rules that keep a browser from starting any host, or this one. */
export async function checkPolicies(machine: Machine): Promise<Check[]> {
  const checks: Check[] = []
  for (const row of BROWSERS) {
    const { name: browser, policies } = row
    if (!policies) continue
    const sources = await sourcesOf(machine, policies)
    for (const { place, rules } of sources)
      if (!rules) checks.push(found('policy', 'policy-unreadable', { browser, place }))
    const readable = sources.flatMap(({ place, rules }) => (rules ? [{ place, rules }] : []))
    // The host's own name on the allowlist wins over a blocklist of everything.
    const isAllowed = readable.some(({ rules }) => rules.NativeMessagingAllowlist.includes(HOST_NAME))
    const blocking = readable.find(({ rules }) =>
      rules.NativeMessagingBlocklist.some(name => name === '*' || name === HOST_NAME),
    )
    if (blocking && !isAllowed)
      checks.push(found('policy', 'policy-blocks', { browser, place: blocking.place, name: HOST_NAME }))
    const everybodyOnly = readable.find(({ rules }) => !rules.NativeMessagingUserLevelHosts)
    if (everybodyOnly && !(await isForEverybody(machine, row)))
      checks.push(found('policy', 'policy-everybody-only', { browser, place: everybodyOnly.place }))
  }
  return checks.length > 0 ? checks : [found('policy', 'policy-none')]
}

async function sourcesOf(machine: Machine, { linux, darwin, win32 }: Policies): Promise<Source[]> {
  if (machine.system === 'win32') return sourcesInRegistry(machine, win32)
  if (machine.system === 'darwin') return sourcesInPreferences(machine, darwin)
  const folder = below(machine, linux)
  const names = await readdir(folder).catch(() => []) // most computers have no policies
  const files = names
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => join(folder, name))
  return Promise.all(files.map(async file => ({ place: file, rules: parse(await readText(file).catch(() => '')) })))
}

/** Managed preferences are property lists, which the system's own program converts to JSON. */
async function sourcesInPreferences(machine: Machine, domain: string): Promise<Source[]> {
  const place = below(machine, `/Library/Managed Preferences/${domain}.plist`)
  if (!existsSync(place)) return []
  const json = machine.run('plutil', ['-convert', 'json', '-o', '-', place], new AbortController().signal)
  return [{ place, rules: parse(await json.catch(() => '')) }]
}

async function sourcesInRegistry({ readKey }: Machine, key: string): Promise<Source[]> {
  const sources: Source[] = []
  for (const hive of ['HKLM', 'HKCU']) {
    const place = `${hive}\\${key}`
    const own = await readKey(place)
    if (!own) continue
    const listOf = async (name: string) => (await readKey(`${place}\\${name}`))?.values.map(({ data }) => data) ?? []
    const flag = own.values.find(({ name }) => name === 'NativeMessagingUserLevelHosts')
    sources.push({
      place,
      rules: {
        NativeMessagingBlocklist: await listOf('NativeMessagingBlocklist'),
        NativeMessagingAllowlist: await listOf('NativeMessagingAllowlist'),
        NativeMessagingUserLevelHosts: flag === undefined || Number(flag.data) !== 0,
      },
    })
  }
  return sources
}

/** Whether there is a manifest for everyone, which such a rule leaves alone. */
async function isForEverybody(machine: Machine, { registryKey, systemFolders }: Browser): Promise<boolean> {
  const { system, readKey } = machine
  if (system === 'win32') return (await readKey(`HKLM\\${hostKey(registryKey)}`)) !== undefined
  if (!hasFolders(system)) return false
  return existsSync(join(below(machine, systemFolders[system]), MANIFEST_FILE))
}

function parse(text: string): Rules | undefined {
  try {
    const rules = v.safeParse(Rules, JSON.parse(text))
    return rules.success ? rules.output : undefined
  } catch {
    return undefined // not JSON, or unreadable
  }
}
