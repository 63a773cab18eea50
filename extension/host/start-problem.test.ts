import { expect, test } from 'vitest'
import { startProblem } from './start-problem.ts'

test.each([
  ['Specified native messaging host not found.', 'host-missing'],
  ['No such native application ro.recipisa.host', 'host-missing'],
  ['Access to the specified native messaging host is forbidden.', 'host-refused'],
  ['This extension does not have permission to use native application ro.recipisa.host', 'host-refused'],
  ['Access to the native messaging host was disabled by the system administrator.', 'host-blocked'],
  ['Failed to start native messaging host.', 'host-not-startable'],
  ['Native host has exited.', 'host-ends'],
  ['Error when communicating with the native messaging host.', 'host-ends'],
  ['anything else', 'host-missing'],
])('the browser says “%s” before the hello: %s', (problem, reason) => {
  expect(startProblem(problem)).toMatchObject({ reason, params: { problem } })
})
