import { expect, test } from 'vitest'
import type { CertificateFacts } from '../../shared/protocol/certificates.ts'
import { type Knowledge, listCertificates } from './certificate-list.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 22, 12)
const factsOf = (serial: string, from: number, until: number): CertificateFacts => ({
  serial,
  subject: `Holder of ${serial}`,
  issuer: 'Test CA',
  validFrom: NOW + from * DAY,
  validUntil: NOW + until * DAY,
  usages: [],
})
const list = (knowledge: Partial<Knowledge>) =>
  listCertificates({ now: NOW, present: [], known: [], shown: [], reached: [], ...knowledge })

test('H-11 the state of a certificate follows from its validity, and is unknown where only its serial is', () => {
  const ends: [string, number, number][] = [
    ['A', -1, 61],
    ['B', -1, 60],
    ['C', -400, -1],
    ['D', 2, 400],
  ]
  const known = ends.map(([serial, from, until]) => ({ facts: factsOf(serial, from, until), seenAt: NOW }))
  const states = list({ known, shown: [{ serial: 'E' }] }).map(({ serial, state, daysLeft }) => [
    serial,
    state,
    daysLeft,
  ])
  expect(states.toSorted()).toEqual([
    ['A', 'valid', 61],
    ['B', 'expiring', 60],
    ['C', 'expired', -1],
    ['D', 'not-yet-valid', 400],
    ['E', 'unknown', null],
  ])
})

test('H-11 a certificate is matched to authorization, mailbox and token by its serial, however that is written', () => {
  const facts = factsOf('A1B2', -1, 300)
  const [first, second] = list({
    present: [{ facts, token: 'certSIGN' }],
    known: [
      { facts: factsOf('99', -1, 500), seenAt: NOW - DAY },
      { facts, seenAt: NOW },
    ],
    shown: [{ serial: '00:a1:b2', use: 'e-invoicing' }, { serial: 'A1B2', use: 'mailbox' }, { serial: null }],
  })
  expect(first).toMatchObject({ serial: 'A1B2', token: 'certSIGN', usedFor: ['e-invoicing', 'mailbox'], facts })
  expect(second).toMatchObject({ serial: '99', token: null, seenAt: NOW - DAY, usedFor: [] })
})

test('each certificate names the companies that were reached with it', () => {
  const reached = [
    { serial: 'A', cui: '14399840', name: 'ACME SRL' },
    { serial: 'B', cui: '361757', name: null },
  ]
  expect(list({ reached }).map(({ serial, companies }) => [serial, companies])).toEqual([
    ['A', [{ cui: '14399840', name: 'ACME SRL' }]],
    ['B', [{ cui: '361757', name: null }]],
  ])
})
