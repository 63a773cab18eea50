import type { Ledger } from '../support/ledger.ts'
import type { Premises } from '../support/premises.ts'

/** Downloads of one message that the authority answers in a day (E-23). */
const DOWNLOADS_A_DAY = 10
const DOCUMENTS = 3
/** Older than 57 days, so that every sync tries them again. */
const AGE = 58 * 86_400_000

/** Documents that the authority lists and fails to give out, before anybody works. */
export function loseDocuments({ world: { authority }, lost }: Premises): void {
  const [seller = '', buyer = ''] = authority.world.companies.keys()
  const uploadedAt = authority.clock.now() - AGE
  for (let n = 0; n < DOCUMENTS; n++)
    for (const { id } of authority.world.addInvoice({ seller, buyer, uploadedAt }).messages) {
      const effect = { kind: 'status', status: 500 } as const
      authority.faults.add({ match: { path: '/descarcare', query: { id } }, times: 'always', effect })
      lost.add(id)
    }
}

/** All seats have tried, and together no more often than the authority allows. */
export function judgeLost({ world: { authority }, lost }: Premises, ledger: Ledger): void {
  const timesOf = new Map(
    [...lost].map(id => [id, authority.journal.count({ path: '/descarcare', query: { id } })] as const),
  )
  ledger.promise(
    'ten downloads of a message a day over the sum of the seats',
    [...timesOf.values()].reduce((sum, times) => sum + times, 0),
    'tries',
    [...timesOf]
      .filter(([, times]) => times > DOWNLOADS_A_DAY)
      .map(([id, times]) => `${id} was asked for ${times} times`),
  )
}
