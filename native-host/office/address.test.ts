import { expect, test } from 'vitest'
import { addressFor, parseOfficeUrl } from './address.ts'

test.each([
  ['postgres://ana@server/birou', { host: 'server', port: 5432, database: 'birou', user: 'ana', needsTls: true }],
  ['postgresql://ana@10.0.0.5:6432/birou', { host: '10.0.0.5', port: 6432, needsTls: true }],
  ['postgres://ana@127.0.0.1/birou', { needsTls: false }],
  ['postgres://ana@[::1]/birou', { host: '::1', needsTls: false }],
  ['postgres://ana@localhost.evil.ro/birou', { needsTls: true }],
])('%s', (url, expected) => {
  expect(parseOfficeUrl(url)).toMatchObject(expected)
})

test.each([
  ['postgres://ana:secret@server/birou', 'the password does not belong'],
  ['postgres://ana@server/birou?sslmode=disable', 'parameters are not read'],
  ['mysql://ana@server/birou', 'expected postgres://'],
  ['postgres://server/birou', 'expected postgres://'],
  ['postgres://ana@server', 'expected postgres://'],
  ['birou', 'expected postgres://'],
  ['postgres://%zz@server/birou', 'expected postgres://'],
  ['postgres://ana@server/%E0', 'expected postgres://'],
])('%s is refused, and its password is in no message', (url, problem) => {
  const parse = () => parseOfficeUrl(url)
  expect(parse).toThrow(expect.objectContaining({ reason: 'office-address' }))
  expect(parse).toThrow(problem)
  expect(parse).not.toThrow('secret')
})

test('a seat gets an address of its own', () => {
  expect(addressFor('postgres://gestiune@server:6432/birou', 'recipisa_ana_1f2e')).toBe(
    'postgres://recipisa_ana_1f2e@server:6432/birou',
  )
})
