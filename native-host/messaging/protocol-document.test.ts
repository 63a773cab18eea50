import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROTOCOL_VERSION } from '../../shared/domain/product.ts'
import { ErrorCode } from '../../shared/errors/codes.ts'
import { REASONS } from '../../shared/errors/reasons.ts'
import { METHODS } from '../../shared/protocol/methods.ts'

const text = readFileSync(new URL('../../PROTOCOL.md', import.meta.url), 'utf8')

test('PROTOCOL.md names every method, error code and reason, and the version', () => {
  for (const name of [...Object.keys(METHODS), ...ErrorCode.options, ...Object.keys(REASONS)])
    expect(text).toContain(`\`${name}\``)
  expect(text).toContain(`**${PROTOCOL_VERSION}**`)
})

test('PROTOCOL.md puts every reason beside its code, with the params that its sentences quote', () => {
  for (const [reason, { code, ro, en }] of Object.entries(REASONS)) {
    const line = text.split('\n').find(one => one.startsWith(`| \`${code}\` `)) ?? ''
    const row = line.split('|')[3] ?? ''
    expect(row, `${reason} stands in the row of ${code}`).toContain(`\`${reason}\``)
    const quoted = new Set(
      [...`${ro.join(' ')} ${en.join(' ')}`.matchAll(/\{(\w+)(?:\|\w+)?\}/g)].map(match => match[1]),
    )
    const listed = row.slice(row.indexOf(`\`${reason}\``)).match(/^`[\w-]+`(?:, `[\w-]+`)*(?: \{([^}]*)\})?/)?.[1] ?? ''
    for (const name of quoted) expect(listed.split(', '), reason).toContain(name)
  }
})
