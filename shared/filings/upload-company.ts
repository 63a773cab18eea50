import type { Inspection, UploadFlags } from '../protocol/uploads.ts'

type Flags = Pick<UploadFlags, 'selfBilled'>

/**
 * The party in whose name an invoice is uploaded: the seller, or the buyer of a self-billed one. Null if that party has no
 * Romanian code.
 */
export function uploadCui({ invoice }: Pick<Inspection, 'invoice'>, { selfBilled }: Flags): string | null {
  const cui = selfBilled ? invoice?.buyerCui : invoice?.sellerCui
  return cui && /^\d{2,13}$/.test(cui) ? cui : null
}

/** The company of an inspected document if it is uploaded with these flags: the host's finding is for the suggested ones. */
export function uploadCompany(
  { invoice, cui, suggested }: Pick<Inspection, 'invoice' | 'cui'> & { suggested: Flags },
  flags: Flags,
): string | null {
  // A buyer's message has no parties, whatever the flags: the host finds its company in the archive (E-31).
  return invoice === null || flags.selfBilled === suggested.selfBilled ? cui : uploadCui({ invoice }, flags)
}
