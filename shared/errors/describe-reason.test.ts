import { expect, test } from 'vitest'
import { describeReason } from './describe-reason.ts'

test.each([
  ['claimed', 'se trimite acum', 'being sent'],
  ['accepted, 5002', 'acceptat, 5002', 'accepted, 5002'],
  ['index 5002', 'index 5002', 'index 5002'],
])('the state of an earlier filing, %s, is told in words', (outcome, ro, en) => {
  const params = { seat: 'Ana', computer: 'birou', when: '20.11.2026', outcome, id: 1, state: 'unknown' }
  for (const reason of ['filed-by-colleague', 'already-filed', 'already-declared'] as const) {
    expect(describeReason(reason, params, 'ro').what).toContain(ro)
    expect(describeReason(reason, params, 'en').what).toContain(en)
  }
})
