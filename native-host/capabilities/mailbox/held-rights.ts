import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Rights } from '../../archive/mailbox/mailbox-archive.ts'
import { otherCertificate } from '../../certificates/company-reach.ts'

type KnownRights = Pick<Rights, 'areKnown' | 'has' | 'heldByOthers'>

/**
 * Whether the last inventory of rights names the company, or there is no inventory yet. Nothing is asked for other
 * companies: the service refuses a document for good to another certificate than the one that listed it.
 */
export function isHeld(rights: Pick<Rights, 'areKnown' | 'has'>, cui: string): boolean {
  return !rights.areKnown() || rights.has(cui)
}

/**
 * Throws for a company that the inventory, where there is one, does not name (S-09): `certificate-other` if that of another
 * certificate does, else `no-rights-for-company`.
 */
export function refuseWithoutRight(rights: KnownRights, cuis: readonly string[]): void {
  for (const cui of cuis) {
    const refusal = whyNotHeld(rights, cui)
    if (refusal) throw refusal
  }
}

/** The refusal for a company that the present inventory does not name. */
export function whyNotHeld(rights: KnownRights, cui: string): RecipisaError | undefined {
  if (isHeld(rights, cui)) return undefined
  const others = rights.heldByOthers().find(one => one.cui === cui)
  return others ? otherCertificate(cui, others.certificates) : new RecipisaError('no-rights-for-company', { cui })
}
