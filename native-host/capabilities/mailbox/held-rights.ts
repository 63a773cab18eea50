import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Rights } from '../../archive/mailbox/mailbox-archive.ts'

type KnownRights = Pick<Rights, 'areKnown' | 'has'>

/**
 * Whether the last inventory of rights names the company, or there is no inventory yet. Nothing is asked for other
 * companies: the service refuses a document for good to another certificate than the one that listed it.
 */
export function isHeld(rights: KnownRights, cui: string): boolean {
  return !rights.areKnown() || rights.has(cui)
}

/** Throws `no-rights-for-company` for a company that the inventory, where there is one, does not name (S-09). */
export function refuseWithoutRight(rights: KnownRights, cuis: readonly string[]): void {
  for (const cui of cuis) if (!isHeld(rights, cui)) throw new RecipisaError('no-rights-for-company', { cui })
}
