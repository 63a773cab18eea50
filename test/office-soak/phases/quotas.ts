import type { Ledger } from '../support/ledger.ts'
import type { Premises } from '../support/premises.ts'

/** Downloads of one message that the authority answers in a day (E-23). */
const DOWNLOADS_A_DAY = 10
const DOCUMENTS = 3
/** Older than 57 days, so that every sync tries them again. */
const AGE = 58 * 86_400_000

/** Documents that the authority fails to give out: all seats try, and together no more often than the authority allows. */
export async function askForLost({ world: { authority }, desks }: Premises, ledger: Ledger): Promise<void> {
  const [seller = '', buyer = ''] = authority.world.companies.keys()
  const uploadedAt = authority.clock.now() - AGE
  const lost = Array.from({ length: DOCUMENTS }, () => authority.world.addInvoice({ seller, buyer, uploadedAt }))
    .flatMap(({ messages }) => messages)
    .map(({ id }) => id)
  const faults = lost.map(id =>
    authority.faults.add({
      match: { path: '/descarcare', query: { id } },
      times: 'always',
      effect: { kind: 'status', status: 500 },
    }),
  )
  const before = authority.journal.last
  await Promise.all(desks.map(desk => desk.sync()))
  await Promise.all(desks.map(desk => desk.sync()))
  const asked = (id: string) =>
    authority.journal.entries.filter(
      ({ n, path, query }) => n > before && path.endsWith('/descarcare') && query.id === id,
    )
  ledger.promise(
    'ten downloads of a message a day over the sum of the seats',
    lost.reduce((sum, id) => sum + asked(id).length, 0),
    'tries',
    lost
      .filter(id => asked(id).length > DOWNLOADS_A_DAY || asked(id).length === 0)
      .map(id => `${id} was asked for ${asked(id).length} times`),
  )
  for (const fault of faults) fault.remove()
  for (const id of lost) authority.world.removeMessage(id)
}
