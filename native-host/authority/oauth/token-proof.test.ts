import { expect, test } from 'vitest'
import type { HttpAnswer } from '../wire/http.ts'
import { createTokenProof, PROOF_LASTS } from './token-proof.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')

function answered(change: Partial<HttpAnswer> = {}): HttpAnswer {
  return {
    ...{ status: 200, contentType: undefined, location: undefined, setCookies: [], bytes: new Uint8Array() },
    ...{ body: { kind: 'json', value: {} }, sentAt: NOW, receivedAt: NOW + 100 },
    ...change,
  }
}
const note = { kind: 'note', note: 'Nu aveti drept', title: '', isMalformed: false, value: {} } as const

test('A-11 an accepted call proves its own token only, for some minutes after it left', () => {
  let now = NOW + 100
  const proof = createTokenProof(() => now)
  expect(proof.holds('a')).toBe(false)
  proof.learn('a', answered())
  expect([proof.holds('a'), proof.holds('b')]).toEqual([true, false])
  now = NOW + PROOF_LASTS - 1
  expect(proof.holds('a')).toBe(true)
  now = NOW + PROOF_LASTS
  expect(proof.holds('a')).toBe(false)
  now = NOW - 1 // the clock was set back
  expect(proof.holds('a')).toBe(false)
})

test('A-11 a new token is not proved by the one before it, nor that one again by time', () => {
  const proof = createTokenProof(() => NOW)
  proof.learn('a', answered())
  proof.learn('b', answered({ status: 503, body: { kind: 'maintenance' } }))
  expect([proof.holds('a'), proof.holds('b')]).toEqual([true, false])
  proof.learn('b', answered())
  expect([proof.holds('a'), proof.holds('b')]).toEqual([false, true])
})

test('A-11 a refusal ends the proof, even if an earlier call is accepted after it', () => {
  for (const refusal of [
    { status: 401 },
    { status: 403, body: note },
    { body: { kind: 'login-wall' } },
    { status: 300, location: '/my.policy' },
    { status: 399, location: 'https://a.localhost/vdesk/x' },
  ] as const) {
    let now = NOW
    const proof = createTokenProof(() => now)
    proof.learn('a', answered())
    expect(proof.holds('a')).toBe(true)
    now = NOW + 1000
    proof.learn('a', answered(refusal))
    expect([refusal, proof.holds('a')]).toEqual([refusal, false])
    now = NOW + 1050
    proof.learn('a', answered()) // which took 100 ms
    expect(proof.holds('a')).toBe(false)
    now = NOW + 1200
    proof.learn('a', answered())
    expect(proof.holds('a')).toBe(true)
  }
})

test('A-11 the latest call that was accepted counts, in whichever order the answers come', () => {
  let now = NOW
  const proof = createTokenProof(() => now)
  const long = { sentAt: NOW - 240_000, receivedAt: NOW }
  proof.learn('a', answered({ sentAt: NOW, receivedAt: NOW }))
  expect(proof.holds('a')).toBe(true)
  proof.learn('a', answered(long))
  now += 1000
  proof.learn('a', answered(long))
  now = NOW + PROOF_LASTS - 1
  expect(proof.holds('a')).toBe(true)
})

test('A-11 anything but a refusal leaves the proof as it was', () => {
  const proof = createTokenProof(() => NOW)
  proof.learn('a', answered())
  const logon = '/my.policy'
  for (const change of [
    // A firewall answers before the service does.
    { status: 401, body: { kind: 'firewall', supportId: '1' } },
    { status: 403, body: { kind: 'firewall', supportId: '1' } },
    { status: 302, location: logon, body: { kind: 'firewall', supportId: '1' } },
    // Only a redirect leads anywhere.
    ...[299, 400, 500].map(status => ({ status, location: logon })),
    { status: 302, location: '/altceva' },
    { status: 302 },
  ] as const) {
    proof.learn('a', answered(change))
    expect([change, proof.holds('a')]).toEqual([change, true])
  }
})

test('a clock that is set back ends the proof, and the next accepted call proves the token', () => {
  for (const refusal of [undefined, { status: 401 }]) {
    let now = NOW
    const proof = createTokenProof(() => now)
    proof.learn('a', answered())
    if (refusal) proof.learn('a', answered(refusal))
    now -= 3_600_000
    expect(proof.holds('a')).toBe(false)
    proof.learn('a', answered())
    now += 1000
    proof.learn('a', answered())
    expect([refusal, proof.holds('a')]).toEqual([refusal, true])
  }
})

test('only a service’s own answer proves a token, not that of a gateway', () => {
  const proves = (change: Partial<HttpAnswer>) => {
    const proof = createTokenProof(() => NOW)
    proof.learn('a', answered(change))
    return proof.holds('a')
  }
  for (const change of [
    { body: note },
    { status: 400, body: note },
    { body: { kind: 'unknown' } },
    { body: { kind: 'xml', text: '<a/>' } },
    { body: { kind: 'zip', bytes: new Uint8Array() } },
    { body: { kind: 'pdf', bytes: new Uint8Array() } },
  ] as const)
    expect([change, proves(change)]).toEqual([change, true])
  for (const change of [
    { status: 400 },
    { status: 404, body: note },
    { status: 429, body: note },
    { status: 500, body: note },
    { status: 503 },
    { status: 302, location: 'https://elsewhere.localhost/' },
    { body: { kind: 'html' } },
    { body: { kind: 'maintenance' } },
    { body: { kind: 'firewall', supportId: '1' } },
    { body: { kind: 'empty' } },
  ] as const)
    expect([change, proves(change)]).toEqual([change, false])
})

test('A-11 of an acceptance and a refusal in the same moment the refusal counts', () => {
  const proof = createTokenProof(() => NOW)
  proof.learn('a', answered({ receivedAt: NOW }))
  expect(proof.holds('a')).toBe(true)
  proof.learn('a', answered({ status: 401 }))
  expect(proof.holds('a')).toBe(false)
})
