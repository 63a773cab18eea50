import { expect, test } from 'vitest'
import type { KnownRight } from '../archive/certificates/certificate-archive.ts'
import { holdersAmong, reach } from './reach.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000
const granted = (serial: string): KnownRight => ({
  serial,
  name: `Ana (${serial})`,
  answer: 'granted',
  at: NOW - 90 * 24 * HOUR,
})
const denied = (serial: string, at = NOW - HOUR): KnownRight => ({
  serial,
  name: `Ana (${serial})`,
  answer: 'denied',
  at,
})

test('a company of which nothing is known is asked for with whichever certificate is there', () => {
  expect(reach([], 'AA', NOW)).toEqual({ ask: true })
  expect(reach([], null, NOW)).toEqual({ ask: true })
  expect(reach([granted('BB')], 'AA', NOW)).toEqual({ ask: true })
})

test('a company that another certificate reaches waits for it, once this one was refused', () => {
  expect(reach([denied('AA'), granted('BB'), granted('CC')], 'AA', NOW)).toEqual({
    ask: false,
    waitsFor: ['Ana (BB)', 'Ana (CC)'],
  })
  expect(reach([denied('AA'), granted('BB')], 'BB', NOW)).toEqual({ ask: true })
})

test('a refusal is believed for a day, and never where no other certificate has the right', () => {
  expect(reach([denied('AA', NOW - 24 * HOUR), granted('BB')], 'AA', NOW)).toEqual({ ask: true })
  expect(reach([denied('AA')], 'AA', NOW)).toEqual({ ask: true })
  expect(reach([denied('AA'), denied('BB')], 'AA', NOW)).toEqual({ ask: true })
})

test('a refusal of one certificate is not the company’s while another one has the right', () => {
  expect(holdersAmong([denied('AA'), granted('BB')], 'AA')).toEqual(['Ana (BB)'])
  expect(holdersAmong([denied('AA'), denied('BB')], 'AA')).toEqual([])
  expect(holdersAmong([granted('BB')], null)).toEqual(['Ana (BB)'])
})
