import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PartResult } from '../test/proof/part.ts'
import { COMMANDS, judge, NO_PROOF, PROMISED, proofPage, tableOf } from './proof-table.mjs'

const result = (part: string, change: Partial<PartResult> = {}): PartResult => ({
  ...{ part, promise: `A promise of ${part}.`, ids: PROMISED, unit: 'cases', tried: 120_000, broken: 0, seconds: 5 },
  ...change,
})
type Ran = { command: string; code: number; results: PartResult[] }
const all = (change: (part: string) => Partial<PartResult> = () => ({})): Ran[] =>
  Object.entries(COMMANDS).map(([command, parts]) => ({
    command,
    code: 0,
    results: parts.map(part => result(part, change(part))),
  }))

test('a whole run in which nothing broke is kept', () => {
  const judged = judge(all())
  expect(judged).toMatchObject({ isWhole: true, isKept: true, problems: [] })
  expect(judged.rows.map((row: { part: string }) => row.part)).toEqual(Object.values(COMMANDS).flat())
  expect(proofPage(judged, '2026-11-23')).toContain('Every promise was kept')
})

test('what broke, was not tried, left no result or ended badly is not kept', () => {
  const broken = judge(all(part => (part === 'disks' ? { broken: 1 } : {})))
  expect(broken).toMatchObject({ isKept: false, problems: [] })
  expect(proofPage(broken, '2026-11-23')).toContain('Not every promise was kept')
  const nothing = judge(all(part => (part === 'fuzz' ? { tried: 0 } : {})))
  expect(nothing).toMatchObject({ isKept: false, problems: ['fuzz tried nothing'] })
  const missing = judge(all().map(ran => ({ ...ran, results: ran.results.filter(({ part }) => part !== 'soak') })))
  expect(missing).toMatchObject({ isKept: false, problems: ['soak left no result'] })
  expect(tableOf(missing.rows)).toMatch(/\| \(soak\) +\| +\| no result +\| \? /)
  const ended = judge(all().map(ran => ({ ...ran, code: ran.command === 'crashes' ? 1 : 0 })))
  expect(ended.isKept).toBe(false)
  expect(ended.problems).toEqual(['crashes ended with code 1, though nothing that it counts is broken'])
})

test('a whole proof that tried less than was promised is not kept, and some parts alone may', () => {
  const few = judge(all(part => (part === 'kills' ? { tried: 299 } : {})))
  expect(few).toMatchObject({ isKept: false, problems: ['kills tried 299 and not 300'] })
  const one = judge([{ command: 'fuzz', code: 0, results: [result('fuzz', { tried: 8 })] }])
  expect(one).toMatchObject({ isKept: true, problems: [] })
})

test('a fact that the whole proof must name is missed, and some parts alone miss none', () => {
  expect(judge(all(() => ({ ids: PROMISED.slice(1) }))).problems).toEqual([`no part proves ${PROMISED[0]}`])
  const some = judge([{ command: 'faults', code: 0, results: [result('faults', { ids: [] })] }])
  expect(some).toMatchObject({ isWhole: false, isKept: true })
})

test('the table is aligned, with numbers as people read them', () => {
  const [head = '', rule, ...rows] = tableOf(judge(all()).rows).split('\n')
  expect(head).toMatch(/^\| promise +\| facts +\| tried +\| broken \| time \|$/)
  expect(new Set([head, rule, ...rows].map(line => line?.length)).size).toBe(1)
  expect(rows[0]).toContain('| 120 000 cases |')
  expect(tableOf(judge(all(() => ({ seconds: 600 }))).rows)).toContain('| 10 min |')
})

test('docs/proof.md is what a whole run wrote, or says that there was none', () => {
  const page = readFileSync(new URL('../docs/proof.md', import.meta.url), 'utf8')
  expect(page === NO_PROOF || page.includes('| promise ')).toBe(true)
})
