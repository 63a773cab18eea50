import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Rights } from '../../archive/mailbox/mailbox-archive.ts'
import { otherCertificate } from '../../certificates/company-reach.ts'

type KnownRights = Pick<Rights, 'areKnown' | 'has' | 'heldByOthers'>

/**
 * Whether the last inventory of rights names the company, or there is no inventory yet. Other companies get no calls:
 * the service permanently refuses a document to any certificate but the one that listed it.
 */
export function isHeld(rights: Pick<Rights, 'areKnown' | 'has'>, cui: string): boolean {
  return !rights.areKnown() || rights.has(cui)
}

/**
 * Throws for a company that the inventory, if any, does not name (S-09): `certificate-other` if another certificate's
 * inventory does, else `no-rights-for-company`.
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
