import { expect, test } from 'vitest'
import { describeReason } from './describe-reason.ts'
import { REASONS, type Reason } from './reasons.ts'

/** Work without a place in the settings: a person does it at the terminal. */
const ONLY_COMMANDS = /archive (rebuild|verify)|invoices sync|host (doctor|install)|office create|--help/

test.each(['ro', 'en'] as const)('in %s the extension names no command for what its settings do', locale => {
  const named = (Object.keys(REASONS) as Reason[]).filter(reason => {
    const { next } = describeReason(reason, {}, locale, 'browser')
    return /recipisa [a-z-]/.test(next) && !ONLY_COMMANDS.test(next)
  })
  expect(named).toEqual([])
})

test('a reason says at the terminal which command to give, and in the browser where in the settings to go', () => {
  expect(describeReason('office-none', {}, 'en').next).toContain('recipisa office join')
  expect(describeReason('office-none', {}, 'en', 'browser').next).toBe('Join in the settings, under Office.')
  expect(describeReason('office-none', {}, 'ro', 'browser').next).toBe('Intrați în Setări, la Cabinet.')
})
