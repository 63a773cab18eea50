import { expect, test } from 'vitest'
import type { Key } from '../../manifests/registry.ts'
import { aMachine } from './machine.fixture.ts'
import { checkPolicies } from './policies.ts'

const HOST = 'ro.recipisa.host'
const chrome = (rules: object) => ({ '/etc/opt/chrome/policies/managed/office.json': JSON.stringify(rules) })

const findings = async (...machine: Parameters<typeof aMachine>) =>
  (await checkPolicies(aMachine(...machine))).map(({ finding, params }) => [finding, params.browser])

test('without rules of an administrator, or with others than these, nothing stops the host', async () => {
  expect(await findings()).toEqual([['policy-none', undefined]])
  expect(await findings(chrome({ HomepageLocation: 'https://example.com' }))).toEqual([['policy-none', undefined]])
})

test('a blocklist stops the host unless the allowlist names it, also when they lie in two files', async () => {
  const everything = chrome({ NativeMessagingBlocklist: ['*'] })
  const blocked = [['policy-blocks', 'Google Chrome']]
  expect(await findings(everything)).toEqual(blocked)
  expect(await findings(chrome({ NativeMessagingBlocklist: [HOST] }))).toEqual(blocked)
  expect(await findings(chrome({ NativeMessagingBlocklist: ['com.example.other'] }))).toEqual([
    ['policy-none', undefined],
  ])
  const allowing = { '/etc/opt/chrome/policies/managed/ours.json': `{"NativeMessagingAllowlist": ["${HOST}"]}` }
  expect(await findings({ ...everything, ...allowing })).toEqual([['policy-none', undefined]])
})

test('the check names the file of the rule and what the administrator is to add', async () => {
  const [check] = await checkPolicies(aMachine(chrome({ NativeMessagingBlocklist: ['*'] })))
  expect(check).toMatchObject({ id: 'policy', state: 'broken', params: { name: HOST } })
  expect(check?.message).toContain('/etc/opt/chrome/policies/managed/office.json')
  expect(check?.message).toContain(`add ${HOST} to NativeMessagingAllowlist`)
})

test('a rule that allows only hosts for everybody stops one of the person alone', async () => {
  const rule = chrome({ NativeMessagingUserLevelHosts: false })
  expect(await findings(rule)).toEqual([['policy-everybody-only', 'Google Chrome']])
  const forEverybody = { [`/etc/opt/chrome/native-messaging-hosts/${HOST}.json`]: '{}' }
  expect(await findings({ ...rule, ...forEverybody })).toEqual([['policy-none', undefined]])
})

test('rules that cannot be read are named, and those beside them still count', async () => {
  const files = { ...chrome({ NativeMessagingBlocklist: ['*'] }), '/etc/opt/chrome/policies/managed/a.json': '{' }
  expect(await findings(files)).toEqual([
    ['policy-unreadable', 'Google Chrome'],
    ['policy-blocks', 'Google Chrome'],
  ])
})

test('on Windows the rules come from the registry, of the computer or of the person', async () => {
  const key = (values: Record<string, string> = {}): Key => ({
    values: Object.entries(values).map(([name, data]) => ({ name, data })),
    subkeys: [],
  })
  const keys = new Map<string, Key>([
    ['HKLM\\Software\\Policies\\Google\\Chrome', key()],
    ['HKLM\\Software\\Policies\\Google\\Chrome\\NativeMessagingBlocklist', key({ 1: '*' })],
    ['HKCU\\Software\\Policies\\Microsoft\\Edge', key({ NativeMessagingUserLevelHosts: '0x0' })],
  ])
  const windows = { system: 'win32', readKey: async (path: string) => keys.get(path) } as const
  expect(await findings({}, windows)).toEqual([
    ['policy-blocks', 'Google Chrome'],
    ['policy-everybody-only', 'Microsoft Edge'],
  ])
  keys.set('HKLM\\Software\\Policies\\Google\\Chrome\\NativeMessagingAllowlist', key({ 1: HOST }))
  keys.set(`HKLM\\Software\\Microsoft\\Edge\\NativeMessagingHosts\\${HOST}`, key({ '(Default)': 'C:\\x.json' }))
  expect(await findings({}, windows)).toEqual([['policy-none', undefined]])
})

test('on macOS the managed preferences are read through the system’s own program', async () => {
  const files = { '/Library/Managed Preferences/com.google.Chrome.plist': 'binary' }
  const asked: string[] = []
  const run = async (program: string, args: readonly string[]) => {
    asked.push(`${program} ${args.slice(0, -1).join(' ')}`)
    return JSON.stringify({ NativeMessagingBlocklist: ['*'] })
  }
  expect(await findings(files, { system: 'darwin', run })).toEqual([['policy-blocks', 'Google Chrome']])
  expect(asked).toEqual(['plutil -convert json -o -'])
})
