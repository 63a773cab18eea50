import { expect, test } from 'vitest'
import type { Overview } from '../../../shared/protocol/overview.ts'
import { nextStep } from './next-step.ts'

const done: Overview = {
  profile: {
    file: null,
    environment: 'prod',
    authUrl: '',
    baseUrl: '',
    clientId: 'a',
    redirectUri: 'https://localhost:8443/callback',
    hasClientSecret: true,
    keptIn: 'credential-store',
    archiveFolder: '',
  },
  auth: {
    state: 'connected',
    serial: null,
    clientAppId: null,
    roles: [],
    accessExpiresAt: null,
    refreshExpiresAt: null,
    signature: 'unchecked',
    keptIn: 'credential-store',
  },
  sessions: [],
  companies: [{ cui: '14399840', name: null, rights: 'granted', addedAt: 1, syncedAt: 2, archived: 0, unread: 0 }],
  unread: 0,
  refusedUnread: 0,
  syncedAt: 2,
  atRisk: { count: 0, firstLeavesAt: null },
  uploads: { open: 0, unknown: 0, refused: 0 },
  job: null,
}
const disconnected = { ...done.auth, state: 'disconnected' } as const

test('a newcomer is led from the settings to the first sync, one step at a time', () => {
  const fresh = { ...done, auth: disconnected, companies: [], syncedAt: null }
  expect(nextStep({ ...fresh, profile: { ...done.profile, hasClientSecret: false } })).toBe('configure')
  expect(nextStep(fresh)).toBe('sign-in')
  expect(nextStep({ ...fresh, auth: done.auth })).toBe('add-company')
  expect(nextStep({ ...done, syncedAt: null })).toBe('sync')
  expect(nextStep(done)).toBeUndefined()
})

test('an expired sign-in asks for the certificate again, whatever is there already', () => {
  expect(nextStep({ ...done, auth: { ...done.auth, state: 'expired' } })).toBe('sign-in')
})
