import { expect, test } from 'vitest'
import type { Check } from '../protocol/doctor.ts'
import { describeCheck } from './describe-check.ts'
import { FINDINGS } from './findings.ts'
import { doctorReport } from './report.ts'

const program = { version: '1.2.3', node: '26.1.0', system: 'linux 6.1 x64' }
const aCheck = (change: Partial<Check>): Check => ({
  id: 'manifest',
  state: 'fine',
  finding: 'manifest-fine',
  params: { browser: 'Firefox' },
  message: 'English',
  ...change,
})

test('a finding of a newer program is shown by its English message', () => {
  const check = aCheck({ finding: 'from-the-future', message: 'Something new.' })
  expect(describeCheck(check, 'ro')).toEqual({ what: 'Something new.', next: '' })
})

test('a failure with a reason of its own speaks with its sentences', () => {
  const check = aCheck({ finding: 'unreachable', params: { host: 'api.localhost', problem: 'ECONNREFUSED' } })
  expect(describeCheck(check, 'ro').what).toBe('api.localhost nu răspunde: ECONNREFUSED.')
})

test('both languages quote the same params, and whoever has something to do is told what', () => {
  const quoted = (sentences: readonly string[]) =>
    [...sentences.join(' ').matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  for (const [id, { state, ro, en }] of Object.entries(FINDINGS)) {
    expect([...new Set(quoted(ro))].sort(), id).toEqual([...new Set(quoted(en))].sort())
    expect([ro[1] !== '', en[1] !== ''], id).toEqual(Array(2).fill(state === 'look' || state === 'broken'))
  }
})

test('the report has one line for each check, and at the end what to do first', () => {
  const broken = aCheck({ state: 'broken', finding: 'manifest-other-id', params: { browser: 'Opera', path: '~/x' } })
  expect(doctorReport({ program, checks: [aCheck({}), broken], next: broken }, 'ro').split('\n')).toEqual([
    'Recipisa 1.2.3, Node 26.1.0, linux 6.1 x64',
    '',
    'în regulă   Firefox: programul local este înregistrat.',
    'defect      Opera: fișierul ~/x nu permite extensia din această versiune. Rulați „recipisa host install” sau instalați din nou Recipisa.',
    '',
    'De făcut întâi: Rulați „recipisa host install” sau instalați din nou Recipisa. Opera: fișierul ~/x nu permite extensia din această versiune.',
  ])
  expect(doctorReport({ program, checks: [aCheck({})], next: null }, 'en')).toMatch(/\n\nThere is nothing to do\.$/)
})

test('a report is at most 20 KB, however much was found', () => {
  const checks = Array.from({ length: 500 }, (_, n) => aCheck({ params: { browser: `${n} ${'ș'.repeat(300)}` } }))
  const long = 'ș'.repeat(300)
  const params = { browser: long, path: long, problem: long }
  const next = aCheck({ state: 'broken', finding: 'manifest-unreadable', params })
  const report = doctorReport({ program, checks, next }, 'ro')
  expect(new TextEncoder().encode(report).length).toBeLessThanOrEqual(20_000)
  expect(report).toMatch(/De făcut întâi: Ștergeți-l, .+ ș+: ș+\.$/)
})
