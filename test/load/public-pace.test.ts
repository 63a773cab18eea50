import { expect, test } from 'vitest'
import type { JournalEntry } from '../authority/journal.ts'
import { startCommand } from '../contract/support/host.ts'
import { openOffice } from '../contract/support/office.ts'
import { ask, askedOf, DAY, KNOWN, openRegisters } from '../contract/support/registers.ts'
import { never } from '../contract/support/wire.ts'

/** How much too early a question may arrive, ms: two questions take different times to the authority. */
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
    expectOneASecond(asked)
  } finally {
    await office.close()
  }
})

test('P-10 two processes together ask at most once a second, repeats and all kinds of calls included', async () => {
  const desk = await openRegisters({
    limits: { publicRequestsPerSecond: 1 },
    registers: { toleranceMs: TOLERANCE, resetEvery: 2 },
  })
  try {
    const [one, other] = [await desk.wire(), await desk.wire()]
    await Promise.all([
      ask(one, 'vat'),
      ask(other, 'farmers'),
      ask(one, 'cult'), // reset, and asked again in its turn
      other.registers.statement({ cui: KNOWN, year: 2020 }, never),
      other.registers.submitVat({ cuis: [KNOWN], day: DAY }, never),
    ])
    const asked = askedOf(desk)
    expect(asked).toHaveLength(6)
    expect(asked.filter(({ status }) => status === null)).toHaveLength(1)
    expectOneASecond(asked)
  } finally {
    await desk.close()
  }
})

/** Checks the pace over any stretch of time, within TOLERANCE. */
function expectOneASecond(asked: readonly JournalEntry[]): void {
  const times = asked.map(({ at }) => at).sort((a, b) => a - b)
  for (const [i, first] of times.entries())
    for (const [more, later] of times.slice(i + 1).entries())
      expect(later - first).toBeGreaterThan((more + 1) * 1000 - TOLERANCE)
}
