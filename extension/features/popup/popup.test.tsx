// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Overview } from '../../../shared/protocol/overview.ts'
import { connectHost } from '../../host/client.ts'
import { HostFailure } from '../../host/failure.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory, SETTLED } from '../page/page.fixture.ts'
import type { Page } from '../page/page.ts'
import { Popup } from './popup.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const NOW = Date.parse('2026-11-20T12:02:00Z')
const ACTIVE = {
  service: 'spv',
  state: 'active',
  since: NOW,
  lastUsedAt: NOW,
  expiresAt: null,
  keptIn: 'owner-only-file',
} as const
const SIGNED_OUT = { ...SETTLED.auth, state: 'disconnected' } as const

function draw(overview: Partial<Overview>, changes: Partial<Page> = {}) {
  const started: string[] = []
  const page = pageInMemory(connectHost(inMemoryHost().open), overview)
  const sync = (name: string) => ({ ...page.sync, start: async () => void started.push(name) })
  render(<Popup page={{ ...page, now: signal(NOW), sync: sync('invoices'), mailSync: sync('mailbox'), ...changes }} />)
  return { started }
}

test('new items are one line: invoices, those with errors, messages', () => {
  draw({ unread: 12, refusedUnread: 1, mailbox: { ...SETTLED.mailbox, unread: 3 } })
  expect(screen.getByText('12 facturi noi · 1 cu erori · 3 mesaje')).toBeTruthy()
})

test('an invoice with errors that was filed here counts until it is resolved, also once its message is read', () => {
  draw({ refusedUnread: 0, uploads: { open: 0, unknown: 0, refused: 1 } })
  expect(screen.getByText('1 cu erori')).toBeTruthy()
})

test('what only invoices need is named', () => {
  const profile = { ...SETTLED.profile, hasClientSecret: false }
  draw({ profile, auth: SIGNED_OUT, companies: [] })
  expect(screen.getByText(/^Aplicația OAuth este necesară numai pentru facturi/)).toBeTruthy()
})

test('one click syncs every service with a sign-in or a session', () => {
  const { started } = draw({ sessions: [ACTIVE] })
  fireEvent.click(screen.getByRole('button', { name: 'Sincronizează' }))
  expect(started).toEqual(['invoices', 'mailbox'])
})

test('G-12 without a session only invoices are synced, and no sign-in begins', () => {
  const { started } = draw({ sessions: [{ ...ACTIVE, state: 'expired' }] })
  fireEvent.click(screen.getByRole('button', { name: 'Sincronizează' }))
  expect(started).toEqual(['invoices'])
})

test('a mailbox sync that waits for the certificate does not hold up the sync of invoices', () => {
  const job = { phase: 'session-needed', companiesListed: 1, companies: 1, total: 20, done: 7 } as const
  const waiting = {
    ...pageInMemory(connectHost(inMemoryHost().open)).mailSync,
    running: signal(true),
    progress: signal(job),
  }
  const { started } = draw({ sessions: [{ ...ACTIVE, state: 'expired' }] }, { mailSync: waiting })
  expect(screen.getAllByText('Sesiunea SPV a expirat')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Sincronizează' }))
  expect(started).toEqual(['invoices'])
})

test('a user of SPV alone can sync it, and still sees the button for e-Factura', () => {
  const { started } = draw({ auth: SIGNED_OUT, companies: [], sessions: [ACTIVE] })
  fireEvent.click(screen.getByRole('button', { name: 'Sincronizează' }))
  expect(started).toEqual(['mailbox'])
  expect(screen.getByRole('button', { name: 'Conectare' })).toBeTruthy()
})

test('the session shows since when it is active and when it was last used', () => {
  draw({ sessions: [{ ...ACTIVE, lastUsedAt: NOW - 3 * 60_000 }] })
  expect(screen.getByText('sesiune activă · 14:02')).toBeTruthy()
  expect(screen.getByText(/^folosită acum 3 min/)).toBeTruthy()
})

test('a slow visit says so, and another try is one click away', () => {
  const visit = {
    phase: 'waiting',
    tabId: 1,
    startedAt: NOW - 90_000,
    endsAt: '',
    startsAt: '',
    again: null,
    strayedTo: null,
  } as const
  draw({ sessions: [{ ...ACTIVE, state: 'none' }] }, { spvVisit: signal(visit) })
  expect(screen.getByText('durează mai mult decât de obicei')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Încearcă din nou conectarea la SPV' })).toBeTruthy()
})

test('A-04 the meddling of a foreign page with the sign-in is shown once, signed in or not', () => {
  const intrusion = toErrorBody(new RecipisaError('sign-in-strange-page', { host: 'evil.example' }))
  const failed = { phase: 'failed', tabId: 1, startedAt: NOW, error: intrusion } as const
  for (const auth of [SETTLED.auth, SIGNED_OUT]) {
    draw({ auth }, { intrusion: signal(intrusion), signIn: signal(failed) })
    expect(screen.getAllByText(/^O pagină străină \(evil\.example\) a încercat să încheie conectarea/)).toHaveLength(1)
    cleanup()
  }
})

test('A-12 after a sign-in with another certificate the popup names both', () => {
  const status = { ...SETTLED.auth, serial: 'BB22', previousSerial: 'AA11' }
  draw({ auth: status }, { signIn: signal({ phase: 'done', tabId: 1, startedAt: NOW, status } as const) })
  expect(screen.getByText(/^Alt certificat decât înainte: seria BB22, înainte AA11\./)).toBeTruthy()
  cleanup()
  const same = { ...status, previousSerial: null }
  draw({ auth: same }, { signIn: signal({ phase: 'done', tabId: 1, startedAt: NOW, status: same } as const) })
  expect(screen.queryByText(/Alt certificat/)).toBeNull()
})

test('a sync that waits for the session asks once, with one button', () => {
  const waiting = {
    ...pageInMemory(connectHost(inMemoryHost().open)).mailSync,
    running: signal(true),
    progress: signal({ phase: 'session-needed', companiesListed: 1, companies: 1, total: 9, done: 3 } as const),
  }
  draw({ sessions: [{ ...ACTIVE, state: 'expired' }] }, { mailSync: waiting })
  expect(screen.getByText('Sesiunea SPV a expirat')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Conectare la SPV' })).toHaveLength(1)
})

test('a withheld SPV document is not called expired, as an invoice would be', () => {
  const counts = { cui: '14399840', listed: 2, downloaded: 1, expired: 1, failed: 0, error: null, failures: [] }
  const result = { companies: [counts], downloaded: 1, expired: 1, failed: 0, unread: [], startedAt: NOW, endedAt: NOW }
  const job = {
    id: 1,
    kind: 'mailbox',
    state: 'done',
    startedAt: NOW,
    endedAt: NOW,
    progress: null,
    result,
    error: null,
  } as const
  draw({ mailbox: { ...SETTLED.mailbox, job } })
  expect(screen.getByText('1 document indisponibil la ANAF: motivul este la mesaj')).toBeTruthy()
  expect(screen.queryByText(/nu mai poate fi descărcat/)).toBeNull()
})

test('a failure that both syncs share is said once', () => {
  const error = toErrorBody(new RecipisaError('unreachable', { host: 'anaf.ro', problem: 'x' }))
  const job = (kind: 'sync' | 'mailbox') =>
    ({ id: 1, kind, state: 'failed', startedAt: 1, endedAt: 2, progress: null, result: null, error }) as const
  draw({ job: job('sync'), mailbox: { ...SETTLED.mailbox, job: job('mailbox') } })
  expect(screen.getAllByText(/^anaf.ro nu răspunde/)).toHaveLength(1)
})

test('while the host cannot read its secrets no sign-in is called missing, and the popup says what to do', () => {
  const secretsError = toErrorBody(new RecipisaError('secret-store', { problem: 'locked' }))
  draw({ secretsError, auth: SIGNED_OUT, sessions: [] }, { failure: signal(new HostFailure(secretsError)) })
  expect(screen.getAllByText('—').length).toBe(3)
  expect(screen.queryByText('neconectat')).toBeNull()
  expect(screen.getByText(/Seiful de parole al sistemului nu răspunde: locked\./)).toBeTruthy()
  expect(screen.getByText(/Deblocați-l/)).toBeTruthy()
})
