import { expect, test } from 'vitest'
import { startCommand } from './support/host.ts'
import { openOffice } from './support/office.ts'

/** By how much a question may come early: the ways of two questions to the authority differ. */
const TOLERANCE = 150

test('P-10 three programs that begin at the same moment ask at most once a second together, repeats included', async () => {
  const office = await openOffice({
    limits: { publicRequestsPerSecond: 1 },
    registers: { toleranceMs: TOLERANCE, resetEvery: 3 },
  })
  try {
    const runs = ['14399840', '361757', '1590082'].map(cui =>
      startCommand(['companies', 'lookup', cui, '--register', 'vat', '--register', 'farmers', '--json'], office.env),
    )
    expect(new Set(runs.map(({ child }) => child.pid)).size).toBe(3)
    for (const { finished } of runs) expect((await finished).code).toBe(0)
    const asked = office.authority.journal.find({ host: 'webservicesp.localhost' })
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(6)
    expect(asked.filter(({ status }) => status === null)).toHaveLength(1)
    const times = asked.map(({ at }) => at).sort((a, b) => a - b)
    // Over any stretch, but for how long the way takes.
    for (const [i, first] of times.entries())
      for (const [more, later] of times.slice(i + 1).entries())
        expect(later - first).toBeGreaterThan((more + 1) * 1000 - TOLERANCE)
  } finally {
    await office.close()
  }
})
