import * as v from 'valibot'
import { kindOfType, type ListedMessage } from '../../../../shared/domain/invoices.ts'
import { parseListMoment } from '../../../../shared/domain/romania-time.ts'
import { problemAt } from '../../wire/schema-problem.ts'
import type { UnreadEntry } from '../../wire/unread-entries.ts'
import { readDetails } from './details.ts'

/** Digits, as text or as a number. */
const Digits = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
  v.transform(value => String(value).trim()),
  v.regex(/^\d{1,20}$/),
)
/** The digits of a CUI or CNP; empty if the entry has none. */
const Code = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(value =>
    String(value)
      .trim()
      .replace(/^RO\s*(?=\d)/i, '')
      .replace(/^0+(?=\d)/, ''),
  ),
  v.regex(/^(\d{2,13})?$/),
)
/** A text that is only shown: a number becomes its digits, and anything else counts as absent. */
const Text = v.fallback(v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String))), null)
/**
 * A total of the envelope. One that cannot be read counts as absent, because the entries decide. So do zero and an
 * empty text: without entries they add nothing to the page itself.
 */
const Total = v.fallback(
  v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer(), v.minValue(1))),
  undefined,
)

const Entry = v.object({
  id: Digits,
  /** The upload index. */
  id_solicitare: Digits,
  data_creare: v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(value => parseListMoment(String(value))),
    v.number('a moment as yyyyMMddHHmm'),
  ),
  cif: v.nullish(Code),
  detalii: Text,
  tip: Text,
  // Documented as never sent; if ever sent, they count (E-16).
  cif_emitent: v.fallback(v.nullish(Code), null),
  cif_beneficiar: v.fallback(v.nullish(Code), null),
})

const Envelope = v.object({
  mesaje: v.array(v.unknown()),
  serial: Text,
  numar_total_inregistrari: Total,
  numar_total_pagini: Total,
  numar_total_inregistrari_per_pagina: Total,
})

/**
 * One page of a list, with the totals that the service names. `index_pagina_curenta` is ignored: it has been wrong
 * (E-11).
 */
export type ListPage = {
  /** Each belongs to the company that its entry names, which may differ from the requested one. */
  messages: ListedMessage[]
  unread: UnreadEntry[]
  /** Serial of the certificate behind the request (E-32), as the service writes it; null if it names none. */
  certificate: string | null
  total: number | undefined
  pages: number | undefined
  perPage: number | undefined
}

/**
 * Reads the JSON of a list, or says where it differs from its documentation. An unreadable entry does not hold back the
 * others. `cui` is the requested company.
 */
export function parseList(value: unknown, cui: string): ListPage | { problem: string } {
  const parsed = v.safeParse(Envelope, value)
  if (!parsed.success) return { problem: problemAt(parsed.issues[0]) }
  const { mesaje, serial, numar_total_inregistrari, numar_total_pagini, numar_total_inregistrari_per_pagina } =
    parsed.output
  const messages: ListedMessage[] = []
  const unread: UnreadEntry[] = []
  for (const [at, entry] of mesaje.entries()) {
    const read = v.safeParse(Entry, entry)
    if (read.success) messages.push(toMessage(read.output, cui))
    else unread.push({ problem: problemAt(read.issues[0], `mesaje.${at}`), entry })
  }
  return {
    messages,
    unread,
    certificate: serial || null,
    total: numar_total_inregistrari,
    pages: numar_total_pagini,
    perPage: numar_total_inregistrari_per_pagina,
  }
}

function toMessage(entry: v.InferOutput<typeof Entry>, cui: string): ListedMessage {
  const details = entry.detalii ?? ''
  const type = entry.tip ?? ''
  const worded = readDetails(details)
  const sellerCui = entry.cif_emitent || worded.sellerCui
  const buyerCui = entry.cif_beneficiar || worded.buyerCui
  return {
    id: entry.id,
    uploadIndex: entry.id_solicitare,
    cui: entry.cif || cui,
    kind: kindOfType(type),
    type,
    createdAt: entry.data_creare,
    details,
    sellerCui,
    buyerCui,
    // If seller and buyer are the same, the list has the invoice once as sent and once as received (E-17).
    selfBilled: worded.selfBilled || (sellerCui !== null && sellerCui === buyerCui),
  }
}
