import type { AuthorityModel } from './authority/model.ts'
import type { Errands } from './errands.ts'
import type { Machine } from './machine/machine.ts'
import type { Session } from './programs.ts'

type Run = { machine: Machine; authority: AuthorityModel; errands: Errands }

const KNOWN_TO_THE_PORTAL: ReadonlySet<string> = new Set(['processing', 'valid', 'has-errors', 'not-a-document'])
const OVER: ReadonlySet<string> = new Set(['archived', 'not-sent', 'unknown', 'rejected'])

/** No declaration is submitted twice, forgotten or misreported, and none is still being sent (D-03). */
export async function judgeDeclarations({ call }: Session, { authority, errands }: Run): Promise<string[]> {
  const broken: string[] = []
  const { items } = await call('declarations.list', { limit: 500 })
  for (const { state, fileName } of items) if (state === 'sending') broken.push(`${fileName} is still being submitted`)
  for (const { sha256, fileName } of errands.papers) {
    const taken = authority.declarations.submittedOf(sha256)
    if (taken.length > 1) broken.push(`${fileName} was submitted ${taken.length} times`)
    const shown = [...errands.toldDeclarations, ...items].filter(one => one.sha256 === sha256)
    for (const { state, filingNumber } of shown)
      if (KNOWN_TO_THE_PORTAL.has(state) && !taken.some(({ number }) => number === filingNumber))
        broken.push(`${fileName} is told to be ${state} as ${filingNumber}, which it is not`)
    for (const { number, outcome } of taken) {
      const own = items.filter(one => one.sha256 === sha256)
      // After a lost answer, only the portal's own pages tell, and not for all declarations.
      const isKnown = own.some(one => one.state === 'unknown' || (one.filingNumber === number && one.state === outcome))
      const states = own.map(({ state }) => state).join(', ')
      if (!isKnown) broken.push(`${fileName} was submitted as ${number}, and is told to be: ${states || 'nothing'}`)
      if (own.some(one => one.filingNumber === number && one.receipt !== 'archived'))
        broken.push(`the receipt of ${fileName} is not archived`)
    }
  }
  return broken
}

/** No request is sent more often than the person asked; accepted ones are followed to their report (S-08). */
export async function judgeRequests({ call }: Session, { machine, authority, errands }: Run): Promise<string[]> {
  const broken: string[] = []
  const taken = authority.mailbox.requests
  for (const [cui, requests] of Map.groupBy(taken, request => request.cui)) {
    const asked = errands.asked.get(cui) ?? 0
    if (requests.length > asked)
      broken.push(`a report of ${cui} was asked for ${asked} times and sent ${requests.length}`)
  }
  const { items } = await call('requests.list', { limit: 500 })
  for (const { cui, requestId, state } of [...errands.toldRequests, ...items])
    if (requestId !== null && !taken.some(({ id }) => id === requestId))
      broken.push(`a request of ${cui} is ${state} as ${requestId}, which was never taken`)
  for (const { cui, state, id } of items) if (!OVER.has(state)) broken.push(`request ${id} of ${cui} is still ${state}`)
  // Requests are in no journal: with the database they are forgotten.
  if (machine.hasLostDatabases) return broken
  for (const { cui, id } of taken) {
    const isKnown = items.some(one => one.requestId === id || (one.cui === cui && one.state === 'unknown'))
    if (!isKnown) broken.push(`request ${id} of ${cui} was taken, and the program does not know it`)
  }
  return broken
}
