import * as v from 'valibot'
import { expect, test } from 'vitest'
import { AskedDay, base64, Count, Cui, Sha256, WireId } from './values.ts'

const taken = (schema: v.GenericSchema, ...values: unknown[]) => values.filter(value => v.is(schema, value))

test('codes, ids, hashes and counts have their own forms only', () => {
  expect(taken(Cui, '12', '1900101410011', '1', '19001014100112', 'x12', '12x', '')).toEqual(['12', '1900101410011'])
  expect(taken(WireId, '1', '1'.repeat(20), '1'.repeat(21), '', ' 1', '1a')).toEqual(['1', '1'.repeat(20)])
  const hash = '0a'.repeat(32)
  expect(taken(Sha256, hash, hash.toUpperCase(), `${hash}0`, `x${hash.slice(1)}`)).toEqual([hash])
  expect(taken(Count, 0, 7, -1, 1.5, '7')).toEqual([0, 7])
})

test('a day that somebody asks for exists', () => {
  expect(taken(AskedDay, '2026-02-28', '2026-02-31', '2026-2-28', '20260228')).toEqual(['2026-02-28'])
})

test('base64 has whole groups, its own letters, and padding at the end alone', () => {
  const schema = base64(8)
  expect(taken(schema, '', 'AAAA', 'AA==', 'AAA=', '+/09', 'AAAAAAAA')).toHaveLength(6)
  expect(taken(schema, 'AAA', 'A===', '=AAA', 'AA=A', 'AA-_', 'AAAA\n', 'AAAAAAAAAAAA')).toEqual([])
})
