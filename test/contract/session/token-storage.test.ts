import { afterEach, expect, test } from 'vitest'
import type { SecretName } from '../../../native-host/secrets/secrets.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Desk } from '../support/wire.ts'
import { failureOf, never, openDesk, shiftedClock, vaultSecrets } from '../support/wire.ts'

let desk: Desk
afterEach(() => desk.close())

const DAY = 86_400_000

/** The vault's secrets on a disk that is full for as long as `disk` says so. */
function secretsOnDisk(disk: { isFull: boolean }) {
  const secrets = vaultSecrets(desk.vault)
  const set = async (name: SecretName, value: string) => {
    if (disk.isFull) throw new RecipisaError('storage-failed', { path: 'secrets.json', problem: 'no space' })
    await secrets.set(name, value)
  }
  return { disk, secrets: { ...secrets, set } }
}

const refreshes = () => desk.authority.journal.count({ path: '/token' })

test('A-09 both new tokens are kept in one write before either is used', async () => {
  desk = await openDesk()
  await desk.signIn(await desk.wire())
  desk.authority.clock.advance(85 * DAY)
  const writes: string[] = []
  const secrets = vaultSecrets(desk.vault)
  const crashing = {
    ...secrets,
    set: async (name: SecretName, value: string) => {
      await secrets.set(name, value)
      writes.push(value)
      throw new Error('crash after the write')
    },
  }
  const clock = shiftedClock(() => 85 * DAY)
  const first = await desk.wire({ clock, secrets: crashing })
  await expect(first.tokens.refresh(never)).rejects.toThrow('crash')
  expect(writes).toHaveLength(1)
  const kept = JSON.parse(desk.vault.get('tokens') ?? '{}')
  expect(desk.authority.tokens.holder(kept.accessToken)).toBeDefined()

  const second = await desk.wire({ clock })
  await second.eInvoicing.hello(never)
  await second.tokens.refresh(never)
  expect(refreshes()).toBe(2)
})

test('A-13 an answer is worth no less where it cannot be written down that its token was taken, or was not', async () => {
  desk = await openDesk()
  const { disk, secrets } = secretsOnDisk({ isFull: false })
  const { eInvoicing, tokens, warnings } = await desk.wire({ secrets })
  await tokens.import(JSON.stringify(await desk.authority.issueTokens()))
  await tokens.refresh(never)
  const refused = { match: { path: '/hello' }, times: 'always', effect: { kind: 'status', status: 401 } } as const
  const fault = desk.authority.faults.add(refused)
  disk.isFull = true
  expect((await failureOf(eInvoicing.hello(never))).reason).toBe('token-rejected')
  disk.isFull = false
  expect((await failureOf(eInvoicing.hello(never))).reason).toBe('token-rejected')
  fault.remove()
  disk.isFull = true
  await eInvoicing.hello(never)
  expect(warnings).toEqual(['token-note-failed', 'token-note-failed'])
  disk.isFull = false
  await eInvoicing.hello(never)
  expect((await tokens.status()).state).toBe('connected')
})

test('A-13 a store that is locked while a call is under way does not cost its answer', async () => {
  desk = await openDesk()
  const secrets = vaultSecrets(desk.vault)
  const hasLeft = () => desk.authority.journal.count({ path: '/hello' }) > 0
  const get = async (name: SecretName) => {
    if (hasLeft()) throw new RecipisaError('secret-store', { problem: 'locked' })
    return secrets.get(name)
  }
  // The call takes longer than what was read of the store counts.
  const clock = shiftedClock(() => (hasLeft() ? 60_000 : 0))
  const { eInvoicing, tokens, warnings } = await desk.wire({ clock, secrets: { ...secrets, get } })
  await tokens.import(JSON.stringify(await desk.authority.issueTokens()))
  const before = JSON.parse(desk.vault.get('tokens') ?? '{}')
  desk.vault.set('tokens', JSON.stringify({ ...before, accessRefused: true }))
  await eInvoicing.hello(never)
  expect(warnings).toEqual(['token-note-failed'])
})

test('A-09 an answer to a refresh without a refresh token keeps the new access token and the refresh token', async () => {
  desk = await openDesk()
  const wire = await desk.wire()
  await desk.signIn(wire)
  const before = JSON.parse(desk.vault.get('tokens') ?? '{}')
  const { access_token } = await desk.authority.issueTokens()
  const body = JSON.stringify({ access_token })
  desk.authority.faults.add({ match: { path: '/token' }, effect: { kind: 'body', body } })
  expect((await wire.tokens.refresh(never)).state).toBe('connected')
  expect(JSON.parse(desk.vault.get('tokens') ?? '{}')).toMatchObject({
    accessToken: access_token,
    refreshToken: before.refreshToken,
  })
  await wire.eInvoicing.hello(never)
  await wire.tokens.refresh(never)
})

test('A-09 a pair that could not be stored (a full disk) is stored at the next chance, at the latest at the end', async () => {
  desk = await openDesk()
  await desk.signIn(await desk.wire())
  const { disk, secrets } = secretsOnDisk({ isFull: true })
  const held = () => JSON.parse(desk.vault.get('tokens') ?? '{}').refreshToken
  for (const chance of ['status', 'settled'] as const) {
    const before = held()
    disk.isFull = true
    const { tokens } = await desk.wire({ secrets })
    expect((await failureOf(tokens.refresh(never))).reason).toBe('storage-failed')
    expect(held()).toBe(before)
    disk.isFull = false
    await tokens[chance]()
    expect(held()).not.toBe(before)
    await (await desk.wire()).tokens.refresh(never)
  }
})

test('A-09 such a pair does not take the place of a newer sign-in', async () => {
  desk = await openDesk()
  await desk.signIn(await desk.wire())
  const { disk, secrets } = secretsOnDisk({ isFull: true })
  const { tokens } = await desk.wire({ secrets })
  expect((await failureOf(tokens.refresh(never))).reason).toBe('storage-failed')
  disk.isFull = false
  await desk.signIn(await desk.wire({ clock: shiftedClock(() => 5000) }))
  const newer = desk.vault.get('tokens')
  await tokens.settled()
  await tokens.status()
  expect(desk.vault.get('tokens')).toBe(newer)
})

test('A-09 such a pair is the newer one also where the clock was put back, and does not undo a sign-out', async () => {
  desk = await openDesk()
  await desk.signIn(await desk.wire())
  const { disk, secrets } = secretsOnDisk({ isFull: true })
  const { tokens } = await desk.wire({ clock: shiftedClock(() => -DAY), secrets })
  expect((await failureOf(tokens.refresh(never))).reason).toBe('storage-failed')
  disk.isFull = false
  await tokens.settled()
  await (await desk.wire()).tokens.refresh(never)

  disk.isFull = true
  expect((await failureOf(tokens.refresh(never))).reason).toBe('storage-failed')
  disk.isFull = false
  desk.vault.clear() // another process has signed out
  expect((await tokens.status()).state).toBe('disconnected')
})
