import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'

/** Ids that are told of, the oldest messages first. */
const TOLD = 20

/**
 * A company's list may hold messages of another one of the same holder's. They are that company's, and kept as such where
 * it is on our list (`isKept`); where it is not, `strangers` tells of them: nothing that is listed is passed over in silence.
 */
export function separateStrangers(
  messages: readonly ListedMessage[],
  cui: string,
  isKept: (cui: string) => boolean,
): { kept: ListedMessage[]; strangers: RecipisaError | undefined } {
  const others = new Map<string, boolean>()
  for (const one of messages) if (!others.has(one.cui)) others.set(one.cui, one.cui === cui || isKept(one.cui))
  const strange = messages.filter(one => !others.get(one.cui)).toSorted((a, b) => a.createdAt - b.createdAt)
  const kept = messages.filter(one => others.get(one.cui))
  if (strange.length === 0) return { kept, strangers: undefined }
  const told = strange.slice(0, TOLD).map(one => `${one.cui} (${one.id})`)
  const listed = [...told, ...(strange.length > TOLD ? ['…'] : [])].join(', ')
  return { kept, strangers: new RecipisaError('entries-of-others', { cui, count: strange.length, listed }) }
}
