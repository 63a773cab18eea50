import * as v from 'valibot'
import type { EInvoicingRecord, MemberRecord, Register, RegisterRecord } from '../../../shared/domain/registers.ts'
import { fold } from '../../../shared/text/fold.ts'
import { WireVat } from './vat-record.ts'
import { general, generalOf, WireCui, WireDay, WireText } from './wire-fields.ts'

/** `stare` has not been seen in live answers: it may be a flag or words (docs/authority/registers.md). */
const State = v.nullish(v.union([v.boolean(), WireText]), '')

const EInvoicing = v.pipe(
  v.object({
    cui: WireCui,
    denumire: WireText,
    adresa: WireText,
    registru: WireText,
    categorie: WireText,
    dataInscriere: WireDay,
    dataRenuntare: WireDay,
    dataRadiere: WireDay,
    dataOptiuneB2G: WireDay,
    stare: State,
  }),
  v.transform(
    (wire): EInvoicingRecord => ({
      cui: wire.cui,
      name: wire.denumire,
      address: wire.adresa,
      register: wire.registru,
      category: wire.categorie,
      registeredOn: wire.dataInscriere,
      renouncedOn: wire.dataRenuntare,
      removedOn: wire.dataRadiere,
      b2gOn: wire.dataOptiuneB2G,
      state: typeof wire.stare === 'boolean' ? '' : wire.stare,
      isRegistered: typeof wire.stare === 'boolean' ? wire.stare : isRegisteredBy(wire.stare),
    }),
  ),
)

/** Whether the words say that the company is registered; null for unknown words. */
function isRegisteredBy(state: string): boolean | null {
  const words = fold(state)
  if (/^(true|da)$/.test(words) || /^(inregistrat|inscris|activ)\b/.test(words)) return true
  if (/^(false|nu)$/.test(words) || /^(ne(inregistrat|inscris)|nu este (inregistrat|inscris)|radiat)\b/.test(words))
    return false
  return null
}

/** Only the flag says whether the company is a member. Other companies have an entry too, with empty texts (P-05). */
const Farmer = v.pipe(
  v.object({
    ...general,
    statusRegAgric: v.boolean(),
    dataInceputRegAgric: WireDay,
    dataAnulareRegAgric: WireDay,
  }),
  v.transform(
    (wire): MemberRecord => ({
      ...generalOf(wire),
      isMember: wire.statusRegAgric,
      from: wire.dataInceputRegAgric,
      to: wire.dataAnulareRegAgric,
    }),
  ),
)

const Cult = v.pipe(
  v.object({ ...general, statusRegCult: v.boolean(), dataInceputRegCult: WireDay, dataAnulareRegCult: WireDay }),
  v.transform(
    (wire): MemberRecord => ({
      ...generalOf(wire),
      isMember: wire.statusRegCult,
      from: wire.dataInceputRegCult,
      to: wire.dataAnulareRegCult,
    }),
  ),
)

/** How to read an entry of `found`, by register. */
export const WIRE_RECORDS = {
  vat: v.pipe(
    WireVat,
    v.transform((record): RegisterRecord => ({ register: 'vat', record })),
  ),
  'e-invoicing': v.pipe(
    EInvoicing,
    v.transform((record): RegisterRecord => ({ register: 'e-invoicing', record })),
  ),
  farmers: v.pipe(
    Farmer,
    v.transform((record): RegisterRecord => ({ register: 'farmers', record })),
  ),
  cult: v.pipe(
    Cult,
    v.transform((record): RegisterRecord => ({ register: 'cult', record })),
  ),
} satisfies Record<Register, v.GenericSchema<unknown, RegisterRecord>>
