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

/** Path (with its version), name and most companies of one request of each register (P-09), and an entry of its `found`. */
const SERVICES = {
  vat: {
    operation: 'tva',
    path: '/api/PlatitorTvaRest/v9/tva',
    most: 100,
    entry: v.pipe(
      WireVat,
      v.transform((record): RegisterRecord => ({ register: 'vat', record })),
    ),
  },
  'e-invoicing': {
    operation: 'registruroefactura',
    path: '/api/registruroefactura/v1/interogare',
    most: 100,
    entry: v.pipe(
      EInvoicing,
      v.transform((record): RegisterRecord => ({ register: 'e-invoicing', record })),
    ),
  },
  farmers: {
    operation: 'agric',
    path: '/RegAgric/api/v2/ws/agric',
    most: 500,
    entry: v.pipe(
      Farmer,
      v.transform((record): RegisterRecord => ({ register: 'farmers', record })),
    ),
  },
  cult: {
    operation: 'cult',
    path: '/RegCult/api/v2/ws/cult',
    most: 500,
    entry: v.pipe(
      Cult,
      v.transform((record): RegisterRecord => ({ register: 'cult', record })),
    ),
  },
} as const satisfies Record<Register, RegisterService>

type RegisterService = {
  operation: string
  path: string
  most: number
  entry: v.GenericSchema<unknown, RegisterRecord>
}

export const serviceOf = (register: Register): RegisterService => SERVICES[register]
