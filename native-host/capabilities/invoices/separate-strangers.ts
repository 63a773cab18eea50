import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'

/** Most ids in the error, the oldest messages first. */
const MAX_NAMED = 20

/**
 * Separates messages of companies that are not on our list. A company's list may hold messages of another company of
 * the same holder. These are `kept` if that company is on our list (`isKept`). Otherwise the error `strangers` names
 * them, so that no listed message is ignored silently.
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
  const named = strange.slice(0, MAX_NAMED).map(one => `${one.cui} (${one.id})`)
  const listed = [...named, ...(strange.length > MAX_NAMED ? ['…'] : [])].join(', ')
  return { kept, strangers: new RecipisaError('entries-of-others', { cui, count: strange.length, listed }) }
}
