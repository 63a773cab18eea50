import { expect, test } from 'vitest'
import { isOlderThanOurs, versionMismatch } from './version.ts'

const hello = (protocol: string) => ({ version: '0.1.0', protocol, capabilities: [] })

test('H-04 another minor version of the protocol, on either side, goes on working', () => {
  const own = { protocol: '1.4', version: '0.4.0' }
  for (const protocol of ['1.0', '1.4', '1.9']) expect(versionMismatch(hello(protocol), own)).toBeUndefined()
  expect(versionMismatch(hello('2.0'), own)?.reason).toBe('version-extension-old')
})

test.each([
  ['0.1.0', '0.1.1', true],
  ['0.9.0', '0.10.0', true],
  ['0.10.0', '0.9.3', false],
  ['1.0.0', '0.9.9', false],
  ['0.1.0', '0.1.0', false],
  ['0.1.0-dev', '0.2.0', false],
])('a host %s beside an extension %s is older: %s', (host, own, older) => {
  expect(isOlderThanOurs(host, own)).toBe(older)
})
