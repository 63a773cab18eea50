import { mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { hostManifest } from '../../manifests/host-manifest.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { buildProfile } from '../profile/load.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { examine, type Patient } from './examine.ts'
import { aMachine, never } from './machine.fixture.ts'

afterEach(() => vi.useRealTimers())

const OWN = '~/.config/google-chrome/NativeMessagingHosts/ro.recipisa.host.json'
const kept: Secrets = {
  keptIn: 'owner-only-file',
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
}

/** A person with the data folder in place, whose browser finds a program of another form. */
function aPatient(changes: Partial<Patient> = {}): Patient {
  const machine = aMachine({ '/host': '#!/usr/bin/env python3', [OWN]: '' })
  writeFileSync(machine.pathOf(OWN), hostManifest('chromium', machine.pathOf('/host')))
  const dataDir = machine.pathOf('~/data')
  mkdirSync(dataDir, { mode: 0o700 })
  return {
    machine,
    dataDir,
    profile: async () => buildProfile({}, null),
    secrets: async () => kept,
    now: Date.now,
    redact: text => text,
    online: false,
    extension: undefined,
    ...changes,
  }
}

test('what is broken comes first, whatever stands before it to be looked at', async () => {
  const { next, checks } = await examine(aPatient(), never)
  expect(next).toMatchObject({ finding: 'launcher-unknown', state: 'look' })
  const fails = async () => Promise.reject(new RecipisaError('secret-store', { problem: 'locked' }))
  const broken = await examine(aPatient({ secrets: fails }), never)
  expect(broken.next).toMatchObject({ id: 'credential-store', state: 'broken' })
  expect(broken.checks.map(({ id }) => id)).toEqual(checks.map(({ id }) => id))
})

test('texts of others lose secrets and the home folder, and are bounded', async () => {
  const problem = `${'x'.repeat(280)} client-4711-secret ${'y'.repeat(1000)}`
  const secrets = async () => Promise.reject(new RecipisaError('secret-store', { problem }))
  const patient = aPatient({ secrets, redact: text => text.replaceAll('client-4711-secret', '***') })
  const { checks } = await examine(patient, never)
  const told = checks.find(({ id }) => id === 'credential-store')
  expect(told?.params.problem).toBe(`${'x'.repeat(280)} *** ${'y'.repeat(15)}`)
  expect(told?.message).toContain('***')
  expect(JSON.stringify(checks)).not.toContain(patient.machine.places.home)
})

test('a credential store that does not answer is given up after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const examined = examine(aPatient({ secrets: () => new Promise<never>(() => undefined) }), never)
  await vi.advanceTimersByTimeAsync(10_000)
  const check = (await examined).checks.find(({ id }) => id === 'credential-store')
  expect(check).toMatchObject({ finding: 'secret-store', params: { problem: 'no answer within 10 s' } })
})

test('E-28 the check says how e-Factura is reached', async () => {
  for (const access of ['oauth', 'certificate'] as const) {
    const { checks } = await examine(aPatient({ profile: async () => buildProfile({ access }, null) }), never)
    expect(checks.find(({ id }) => id === 'access')).toMatchObject({ finding: `access-${access}`, state: 'fine' })
  }
})
