import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROTOCOL_VERSION } from '../../shared/domain/product.ts'
import { ErrorCode } from '../../shared/errors/codes.ts'
import { REASONS } from '../../shared/errors/reasons.ts'
import { SENTENCES } from '../../shared/errors/sentences/sentences.ts'
import { METHODS } from '../../shared/protocol/methods.ts'

const text = readFileSync(new URL('../../PROTOCOL.md', import.meta.url), 'utf8')

/** Rows of the table below this heading line, cell by cell. */
function tableBelow(heading: string): string[][] {
  const after = text.slice(text.indexOf(`\n${heading}\n`))
  const rows = after.slice(after.indexOf('\n| ') + 1).split('\n')
  const end = rows.findIndex(row => !row.startsWith('|'))
  return rows.slice(2, end).map(row => row.split('|').map(cell => cell.trim()))
}
const named = (cell = '') => cell.replaceAll('`', '')
const methods = tableBelow('## Methods').map(([, method]) => named(method))
const errors = tableBelow('## Errors').map(([, code, , reasons = '']) => ({
  code: named(code),
  reasons: [...reasons.matchAll(/`([\w-]+)`(?: \{([^}]*)\})?/g)].map(([, reason = '', params]) => ({
    reason,
    params: params?.split(', ') ?? [],
  })),
}))
const listed = errors.flatMap(({ code, reasons }) => reasons.map(one => ({ code, ...one })))

test('PROTOCOL.md has a row for each method and no other, and names the version', () => {
  expect(methods.toSorted()).toEqual(Object.keys(METHODS).toSorted())
  expect(text).toContain(`**${PROTOCOL_VERSION}**`)
})

test('PROTOCOL.md has a row for each error code and no other', () => {
  expect(errors.map(({ code }) => code).toSorted()).toEqual([...ErrorCode.options].toSorted())
})

test('PROTOCOL.md lists each reason once, beside its code, and no other', () => {
  const real = Object.entries(REASONS).map(([reason, { code }]) => `${reason} → ${code}`)
  expect(listed.map(({ reason, code }) => `${reason} → ${code}`).toSorted()).toEqual(real.toSorted())
})

test('PROTOCOL.md lists the params that the sentences of a reason quote', () => {
  for (const [reason, { ro, en }] of Object.entries(SENTENCES)) {
    const quoted = [...`${ro.join(' ')} ${en.join(' ')}`.matchAll(/\{(\w+)(?:\|\w+)?\}/g)].map(([, name]) => name)
    expect(listed.find(one => one.reason === reason)?.params, reason).toEqual(expect.arrayContaining(quoted))
  }
})
