import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { IS_LONG, recordPart } from '../proof/part.ts'
import { EXPECTED } from './expected.ts'
import { FAULTS } from './faults.ts'
import { ALL, brokenIn, SPREAD } from './matrix.ts'
import { OPERATIONS } from './operations/operations.ts'
import { faultsPage } from './table.ts'

const PAGE = fileURLToPath(new URL('../../docs/faults.md', import.meta.url))

/** `npm run faults -- --operation descarcare --fault '429 hour'` repeats one cell. */
const { RECIPISA_OPERATION: onlyOperation, RECIPISA_FAULT: onlyFault } = process.env
const isWhole = onlyOperation === undefined && onlyFault === undefined
const chosen = (IS_LONG ? ALL : SPREAD).filter(
  ({ operation, fault }) =>
    [operation.name, undefined].includes(onlyOperation) && [fault.name, undefined].includes(onlyFault),
)

describe('every operation under every fault', () => {
  test('E-05 D-03 E-29 P-10 G-05 G-07 it ends in success or in the documented reason, after bounded requests, and files once at most', async () => {
    const begun = performance.now()
    const broken = await brokenIn(chosen)
    if (isWhole)
      recordPart({
        part: 'faults',
        promise: 'Every operation ends well under every fault',
        ids: ['E-05', 'D-03', 'E-29', 'P-10', 'G-05', 'G-07'],
        unit: 'cells',
        tried: chosen.length,
        broken: broken.length,
        seconds: Math.round((performance.now() - begun) / 1000),
      })
    expect(broken).toEqual([])
    if (IS_LONG && isWhole) writeFileSync(PAGE, faultsPage())
  })

  test('the table says what becomes of every cell, and of nothing else', () => {
    const names = FAULTS.map(({ name }) => name)
    expect(Object.keys(EXPECTED)).toEqual(OPERATIONS.map(({ name }) => name))
    for (const [operation, words] of Object.entries(EXPECTED))
      expect([operation, Object.keys(words).toSorted()]).toEqual([operation, names.toSorted()])
  })

  test('docs/faults.md is what the last run has written', () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(faultsPage())
  })

  test('the short form has every operation and every fault', () => {
    expect(new Set(SPREAD.map(({ operation }) => operation))).toEqual(new Set(OPERATIONS))
    expect(new Set(SPREAD.map(({ fault }) => fault))).toEqual(new Set(FAULTS))
  })
})
