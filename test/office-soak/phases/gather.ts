import { downloadsOf } from '../../contract/support/archived-zips.ts'
import type { Ledger } from '../support/ledger.ts'
import type { Premises } from '../support/premises.ts'
import { settle } from './settle.ts'

/** How often every seat syncs: a document that another one downloads is left to that one. */
const ROUNDS = 2

/** All seats sync the same companies at the same time, and nothing goes wrong. */
export async function gather(premises: Premises, ledger: Ledger): Promise<void> {
  const { world, desks, lost } = premises
  const { journal } = world.authority
  const messages = [...world.authority.world.messages.keys()].filter(id => !lost.has(id))
  const startedAt = performance.now()
  for (let round = 0; round < ROUNDS; round++) await Promise.all(desks.map(desk => desk.sync()))
  const differing = await settle(premises)
  ledger.time('first sync of all seats', (performance.now() - startedAt) / 1000, null)

  const counts = downloadsOf(world.authority)
  const wrong = messages.filter(id => counts.get(id) !== 1)
  ledger.promise(
    'each document is downloaded once by anybody',
    messages.length,
    'documents',
    wrong.map(id => `${id} was downloaded ${counts.get(id) ?? 0} times`),
  )
  ledger.promise('every seat has every document of the others', messages.length * desks.length, 'entries', differing)
  const refused = journal.find({ status: 429 })
  ledger.promise(
    "the authority's pace is kept over the sum of the seats",
    journal.find({ host: 'api.localhost' }).length,
    'requests',
    refused.map(({ at, target }) => `${target} at ${at} was above the limit`),
  )
  ledger.told(
    'requests in the busiest minute',
    busiestMinute(journal.find({ host: 'api.localhost' }).map(({ at }) => at)),
  )
}

function busiestMinute(moments: readonly number[]): string {
  let most = 0
  for (let first = 0, last = 0; last < moments.length; last++) {
    while ((moments[last] ?? 0) - (moments[first] ?? 0) >= 60_000) first++
    most = Math.max(most, last - first + 1)
  }
  return String(most)
}
