import * as v from 'valibot'
import { kindOfType, type ListedMessage } from '../../../shared/domain/invoices.ts'
import { parseListMoment } from '../../../shared/domain/romania-time.ts'
import { problemAt } from '../wire/schema-problem.ts'
import type { UnreadEntry } from '../wire/unread-entries.ts'
import { readDetails } from './details.ts'

/** Digits, written as text or as a number. */
const Digits = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
  v.transform(value => String(value).trim()),
  v.regex(/^\d{1,20}$/),
)
/** The digits of a CUI or CNP; empty where none is given. */
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
/** Only shown: what is no text there is as good as absent, and a number is the text of it. */
const Text = v.fallback(v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String))), null)
/**
 * A number of the envelope; one that cannot be read is as good as absent, the entries themselves are what counts. So is a
 * zero or an empty text: where there is no entry, it says nothing that the page does not.
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
  // Documented as never sent; they count if they ever are (E-16).
  cif_emitent: v.fallback(v.nullish(Code), null),
  cif_beneficiar: v.fallback(v.nullish(Code), null),
})

const Envelope = v.object({
  mesaje: v.array(v.unknown()),
  numar_total_inregistrari: Total,
  numar_total_pagini: Total,
  numar_total_inregistrari_per_pagina: Total,
})

/** One answer of a list; the totals as far as the service tells them. `index_pagina_curenta` is not read: it lies. */
export type ListPage = {
  /** Each under the company that its entry names, which may be another than the one asked for. */
  messages: ListedMessage[]
  unread: UnreadEntry[]
  total: number | undefined
  pages: number | undefined
  perPage: number | undefined
}

/**
 * Reads a list's JSON, or says where it is not as documented. One entry that cannot be read does not keep the others from
 * whom they belong to. `cui` is whose list was asked for.
 */
export function parseList(value: unknown, cui: string): ListPage | { problem: string } {
  const parsed = v.safeParse(Envelope, value)
  if (!parsed.success) return { problem: problemAt(parsed.issues[0]) }
  const { mesaje, numar_total_inregistrari, numar_total_pagini, numar_total_inregistrari_per_pagina } = parsed.output
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
    // A filing whose seller is its buyer is listed once as sent and once as received, whatever its wording (E-17).
    selfBilled: worded.selfBilled || (sellerCui !== null && sellerCui === buyerCui),
  }
}
