import { expect, test } from 'vitest'
import { OWN, office, officeForEach, STATUS, startHost } from '../support/declarations.ts'

officeForEach()

test('a check on demand waits for one under way, and then asks the page itself', async () => {
  const { declarations, faults, journal } = office.authority
  Object.assign(declarations.habits, { processingMs: 3_600_000 })
  const host = startHost()
  const { number } = declarations.add({ cui: OWN, form: 'D300' })
  const { declaration } = await host.request('declarations.track', { filingNumber: number, cui: OWN })
  const asked = () => journal.find(STATUS).length
  const before = asked()
  const look = faults.hold({ match: STATUS })
  await look.reached() // the runner's
  const { answer } = host.start('declarations.check', { id: declaration.id })
  // Answered after the demand, so the host has the answer while the runner still waits.
  await host.request('jobs.list', {})
  look.release()
  expect(await answer).toMatchObject({ result: { declaration: { id: declaration.id, state: 'processing' } } })
  expect(asked()).toBeGreaterThanOrEqual(before + 2)
})
