// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { OfficeState, SeatState } from '../../../shared/protocol/office.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { OfficeSettings } from './office-settings.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(cleanup)

const aSeat = (name: string, more: Partial<SeatState> = {}): SeatState => ({
  ...{ name, role: 'office', companies: [], addedAt: 1, seenAt: 2, leftAt: null, isMe: false },
  ...more,
})
const OFFICE: OfficeState = {
  url: 'postgres://ana@server/cabinet',
  seat: 'Ana',
  documents: 'opened',
  problem: null,
  seats: [aSeat('Ana', { isMe: true }), aSeat('Dan', { role: 'clerk', companies: ['14399840'] })],
  waiting: 0,
  conflicts: [],
  shared: { entries: 7, documents: 6, bytes: 2_500_000, filings: 1 },
}

/** Shows the settings for a host with this answer; returns its requests. */
function show(answers: Parameters<typeof inMemoryHost>[0]) {
  const host = inMemoryHost(answers)
  render(<OfficeSettings page={pageInMemory(connectHost(host.open))} />)
  return host.received as { method: string; params: unknown }[]
}
const text = () => document.body.textContent ?? ''
const asked = (told: { method: string; params: unknown }[]) =>
  told.filter(({ method }) => method !== 'office.status').map(({ method, params }) => ({ method, params }))

test('a seat joins by address and password; the password is gone from the page once it was sent', async () => {
  const told = show({ 'office.status': () => null, 'office.join': () => OFFICE })
  const password = await screen.findByLabelText<HTMLInputElement>(/^(Password|Parola)$/)
  fireEvent.click(screen.getByRole('button', { name: /^(Join the office|Intră în cabinet)$/ }))
  expect(screen.getAllByRole('alert')).toHaveLength(2)
  fireEvent.input(screen.getByLabelText(/^(Address of|Adresa)/), { target: { value: ` ${OFFICE.url} ` } })
  fireEvent.input(password, { target: { value: 'secret' } })
  fireEvent.click(screen.getByRole('button', { name: /^(Join the office|Intră în cabinet)$/ }))
  await expect.poll(() => password.value).toBe('')
  await expect.poll(text).toContain('Dan')
  expect(asked(told)).toEqual([{ method: 'office.join', params: { url: OFFICE.url, password: 'secret' } }])
  expect(JSON.stringify(await fakeBrowser.storage.local.get())).not.toContain('secret')
})

test('an office is created with the name of the seat; why it failed stands below, and the password is typed anew', async () => {
  const told = show({
    'office.status': () => null,
    'office.create': () => {
      throw {
        code: 'invalid-input',
        message: 'no',
        details: { reason: 'office-exists', params: { url: 'postgres://x/cabinet' } },
      }
    },
  })
  fireEvent.click(await screen.findByLabelText(/^(Create an office|Înființează un cabinet)/))
  const type = (label: RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
  type(/^(Address of|Adresa)/, 'postgres://x/cabinet')
  type(/^(Password|Parola)$/, 'secret')
  type(/^(This seat|Acest loc)$/, 'Ana')
  fireEvent.click(screen.getByRole('button', { name: /^(Create the office|Înființează cabinetul)$/ }))
  await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain('postgres://x/cabinet')
  expect(screen.getByLabelText<HTMLInputElement>(/^(Password|Parola)$/).value).toBe('')
  expect(asked(told)).toEqual([
    { method: 'office.create', params: { url: 'postgres://x/cabinet', password: 'secret', seat: 'Ana' } },
  ])
})

test('a seat sees who else is there, what waits and what conflicts, and that the database is out of reach', async () => {
  show({
    'office.status': () => ({
      ...OFFICE,
      waiting: 3,
      conflicts: [{ area: 'invoices', key: '3001', company: '14399840', ours: 'a'.repeat(64), theirs: 'b'.repeat(64) }],
    }),
  })
  await expect.poll(text).toContain('ACME SRL')
  for (const part of ['Ana', 'Dan', 'postgres://ana@server/cabinet', '3 ', '3001', 'aaaaaaaaaaaa', 'bbbbbbbbbbbb'])
    expect(text()).toContain(part)
  cleanup()
  const problem = {
    code: 'unreachable' as const,
    message: 'no',
    details: { reason: 'office-unreachable', params: { host: 'server', problem: 'ECONNREFUSED' } },
  }
  show({ 'office.status': () => ({ ...OFFICE, problem, seats: [], shared: null }) })
  await expect.poll(text).toContain('ECONNREFUSED')
  expect(text()).not.toContain('Dan')
})

test('a store that refuses its key, or is away, takes another key', async () => {
  const failed = { code: 'unreachable' as const, message: 'no', details: { reason: 'office-storage', params: {} } }
  show({ 'office.status': () => ({ ...OFFICE, storageProblem: failed }) })
  expect(await screen.findByLabelText(/^(S3 secret key|Cheia secretă S3)$/)).toBeTruthy()
})

test('a seat without the key of the S3 store says so and takes one; the secret is gone from the page once it was sent', async () => {
  const storageProblem = {
    code: 'invalid-input' as const,
    message: 'no',
    details: { reason: 'office-storage-key', params: {} },
  }
  const told = show({ 'office.status': () => ({ ...OFFICE, storageProblem }), 'office.keep': () => OFFICE })
  const secret = await screen.findByLabelText<HTMLInputElement>(/^(S3 secret key|Cheia secretă S3)$/)
  expect(text()).toMatch(/no access key|nu are cheia/)
  expect(text()).toContain('Dan')
  const give = screen.getByRole('button', { name: /^(Give the key|Dă cheia)/ })
  fireEvent.click(give)
  expect(screen.getAllByRole('alert').length).toBeGreaterThanOrEqual(2)
  fireEvent.input(screen.getByLabelText(/^(S3 access key|Cheia de acces S3)$/), { target: { value: ' AKIA5 ' } })
  fireEvent.input(secret, { target: { value: ' secret\t' } })
  fireEvent.click(give)
  await expect.poll(text).not.toMatch(/no access key|nu are cheia/)
  expect(secret.value).toBe('')
  expect(asked(told)).toEqual([
    { method: 'office.keep', params: { objectStore: { accessKeyId: 'AKIA5', secretAccessKey: 'secret' } } },
  ])
})

test('which documents come to this computer is chosen: when opened, all, or all of some companies', async () => {
  const told = show({
    'office.status': () => OFFICE,
    'office.keep': params => ({ ...OFFICE, documents: (params as Pick<OfficeState, 'documents'>).documents }),
  })
  const kept = await screen.findByLabelText(/^(Colleagues' documents|Documentele colegilor)/)
  fireEvent.change(kept, { target: { value: 'some' } })
  const companies = await screen.findByRole('group', { name: /^(All of some companies|Toate ale unor firme)$/ })
  fireEvent.click(within(companies).getByLabelText('ACME SRL'))
  fireEvent.change(kept, { target: { value: 'all' } })
  await expect.poll(() => asked(told).at(-1)?.params).toEqual({ documents: 'all' })
  expect(asked(told).map(({ method }) => method)).toContain('office.keep')
})

test("a new seat's password is shown until it is noted, and then no more", async () => {
  const invited = { name: 'Eva', url: 'postgres://eva@server/cabinet', password: 'shown-once' }
  const told = show({ 'office.status': () => OFFICE, 'office.addSeat': () => invited })
  fireEvent.input(await screen.findByLabelText(/^(Name of the seat|Numele locului)$/), { target: { value: 'Eva' } })
  fireEvent.click(screen.getByLabelText('ACME SRL'))
  fireEvent.click(screen.getByRole('button', { name: /^(Create the seat|Creează locul)$/ }))
  await expect.poll(text).toContain('shown-once')
  fireEvent.click(screen.getByRole('button', { name: /^(I have noted it|Am notat-o)$/ }))
  await expect.poll(text).not.toContain('shown-once')
  expect(asked(told)).toEqual([
    { method: 'office.addSeat', params: { name: 'Eva', role: 'clerk', companies: ['14399840'] } },
  ])
})

test("a new seat's password stays while the office is out of reach and after this seat left it, and is stored nowhere", async () => {
  const problem = { code: 'unreachable' as const, message: 'no', details: { reason: 'office-unreachable' } }
  let state: OfficeState | null = OFFICE
  show({
    'office.status': () => state,
    'office.addSeat': () => {
      state = { ...OFFICE, problem, seats: [], shared: null }
      return { name: 'Eva', url: 'postgres://eva@server/cabinet', password: 'shown-once' }
    },
    'office.leave': () => {
      state = null
      return { unsent: 0 }
    },
  })
  fireEvent.input(await screen.findByLabelText(/^(Name of the seat|Numele locului)$/), { target: { value: 'Eva' } })
  fireEvent.click(screen.getByRole('button', { name: /^(Create the seat|Creează locul)$/ }))
  await expect.poll(text).toMatch(/Does not answer|Nu răspunde/)
  expect(text()).not.toContain('Dan')
  expect(text()).toContain('shown-once')
  fireEvent.click(screen.getByRole('button', { name: /^(Leave the office…|Ieși din cabinet…)$/ }))
  fireEvent.click(screen.getByRole('button', { name: /^(Leave the office|Ieși din cabinet)$/ }))
  await screen.findByRole('button', { name: /^(Join the office|Intră în cabinet)$/ })
  expect(text()).toContain('shown-once')
  expect(JSON.stringify(await fakeBrowser.storage.local.get())).not.toContain('shown-once')
  fireEvent.click(screen.getByRole('button', { name: /^(I have noted it|Am notat-o)$/ }))
  await expect.poll(text).not.toContain('shown-once')
})

test('a clerk gets other companies; a choice that the office refused stays', async () => {
  let refused = 0
  const told = show({
    'office.status': () => OFFICE,
    'office.giveCompanies': params => {
      if (refused++ === 0)
        throw { code: 'unreachable', message: 'no', side: 'network', details: { reason: 'office-unreachable' } }
      const { companies } = params as { companies: string[] }
      return { ...OFFICE, seats: [aSeat('Ana', { isMe: true }), aSeat('Dan', { role: 'clerk', companies })] }
    },
  })
  const opener = /^(Companies of the seat|Firmele locului) Dan$/
  fireEvent.click(await screen.findByRole('button', { name: opener }))
  const box = () => within(screen.getByRole('group', { name: opener })).getByRole<HTMLInputElement>('checkbox')
  const before = box().checked
  fireEvent.click(box())
  const save = () => fireEvent.click(screen.getByRole('button', { name: /^(Give it|Dă-i)/ }))
  save()
  await screen.findByRole('alert')
  expect([before, box().checked]).toEqual([true, false])
  save()
  await expect.poll(() => screen.queryByRole('group', { name: opener })).toBeNull()
  expect(asked(told)).toEqual(Array(2).fill({ method: 'office.giveCompanies', params: { name: 'Dan', companies: [] } }))
})

test('leaving says what stays and what the office does not have, and asks first', async () => {
  let isIn = true
  const told = show({
    'office.status': () => (isIn ? { ...OFFICE, waiting: 2 } : null),
    'office.leave': () => {
      isIn = false
      return { unsent: 2 }
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: /^(Leave the office…|Ieși din cabinet…)$/ }))
  expect(screen.getByRole('alertdialog').textContent).toMatch(/2 (changes have not|modificări nu au ajuns)/)
  expect(asked(told)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: /^(Leave the office|Ieși din cabinet)$/ }))
  await expect.poll(text).toMatch(/2 (changes did not|modificări nu au ajuns)/)
  await screen.findByRole('button', { name: /^(Join the office|Intră în cabinet)$/ })
})

test('a clerk adds and ends no seats', async () => {
  show({
    'office.status': () => ({ ...OFFICE, seats: [aSeat('Ana', { isMe: true, role: 'clerk' }), aSeat('Dan')] }),
  })
  await expect.poll(text).toContain('Dan')
  expect(screen.queryByRole('button', { name: /^(End the seat|Încheie locul)/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^(Companies of the seat|Firmele locului)/ })).toBeNull()
  expect(screen.queryByLabelText(/^(Name of the seat|Numele locului)$/)).toBeNull()
})

test('an exchange says what went out, came in and was brought, for any number', async () => {
  show({ 'office.status': () => OFFICE, 'office.exchange': () => ({ sent: 1, received: 2, brought: 20 }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Schimbă acum' }))
  await expect.poll(text).toContain('Schimb încheiat. Trimise: 1. Primite: 2. Documente aduse: 20.')
})
