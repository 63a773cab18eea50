/** Seller and buyer of a list entry, from its `detalii` (E-16). */
export type Parties = { sellerCui: string | null; buyerCui: string | null; selfBilled: boolean }

/**
 * Reads the three documented wordings of `detalii`; a CUI that is not named is null. In self-billing the buyer sends in
 * the seller's name: `transmisa de cif=<buyer> ca autofactura in numele cif=<seller>`.
 */
export function readDetails(text: string): Parties {
  // The wordings have some 100 characters; the expressions are slow on long runs.
  const details = text.slice(0, 500)
  const plain = /emisa de\s+cif_emitent\s*=\s*(\S+)\s+pentru\s+cif_beneficiar\s*=\s*(\S+)/i.exec(details)
  if (plain) return { sellerCui: bare(plain[1]), buyerCui: bare(plain[2]), selfBilled: false }
  const selfBilled = /transmisa de\s+cif\s*=\s*(\S+)\s+ca autofactura\s+in numele\s+cif\s*=\s*(\S+)/i.exec(details)
  if (selfBilled) return { sellerCui: bare(selfBilled[2]), buyerCui: bare(selfBilled[1]), selfBilled: true }
  return { sellerCui: null, buyerCui: null, selfBilled: false }
}

/** The code without RO and without the sentence's punctuation; a foreign code stays as it is. */
function bare(text: string | undefined): string | null {
  const code = text?.replace(/(?<![.,;])[.,;]+$/, '').replace(/^RO(?=\d)/i, '') ?? ''
  return code === '' ? null : code
}
