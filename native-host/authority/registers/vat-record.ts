import * as v from 'valibot'
import type { PostalAddress, VatRecord } from '../../../shared/domain/registers.ts'
import { general, generalOf, WireCaen, WireDay, WireText } from './wire-fields.ts'

const VatPeriod = v.pipe(
  v.object({
    data_inceput_ScpTVA: WireDay,
    data_sfarsit_ScpTVA: WireDay,
    data_anul_imp_ScpTVA: WireDay,
    mesaj_ScpTVA: WireText,
  }),
  v.transform(wire => ({
    from: wire.data_inceput_ScpTVA,
    to: wire.data_sfarsit_ScpTVA,
    cancelledOn: wire.data_anul_imp_ScpTVA,
    note: wire.mesaj_ScpTVA,
  })),
)

/**
 * Seen as an array, also documented as a single object (P-02). An entry with only empty texts counts as none (P-13).
 */
const VatPeriods = v.pipe(
  v.nullish(v.union([v.array(VatPeriod), VatPeriod]), []),
  v.transform(periods => (Array.isArray(periods) ? periods : [periods])),
  v.transform(periods =>
    periods.filter(({ from, to, cancelledOn, note }) => from !== null || to !== null || cancelledOn !== null || note),
  ),
)

/** The field names of an address begin with the letter of its kind. */
const addressOf = (letter: 's' | 'd') =>
  v.pipe(
    v.nullish(v.record(v.string(), WireText), {}),
    v.transform((wire): PostalAddress => {
      const field = (name: string) => wire[`${letter}${name}`] ?? ''
      return {
        street: field('denumire_Strada'),
        number: field('numar_Strada'),
        locality: field('denumire_Localitate'),
        localityCode: field('cod_Localitate'),
        county: field('denumire_Judet'),
        countyCode: field('cod_Judet'),
        countyPlate: field('cod_JudetAuto'),
        country: field('tara'),
        details: field('detalii_Adresa'),
        postalCode: field('cod_Postal'),
      }
    }),
  )

/** `stare_inregistrare` of a struck-off company begins like this, even if `dataRadiere` is empty. */
const STRUCK_OFF_STATE = /^radi/i

/**
 * An entry of the VAT registry (P-01). Flags and their groups are required: without them it is unknown whether a
 * company is inactive. Texts and addresses may be missing. Undocumented fields are ignored.
 */
export const WireVat = v.pipe(
  v.object({
    date_generale: v.object({
      ...general,
      data_inregistrare: WireDay,
      cod_CAEN: WireCaen,
      iban: WireText,
      statusRO_e_Factura: v.boolean(),
      data_inreg_Reg_RO_e_Factura: WireDay,
      organFiscalCompetent: WireText,
      forma_de_proprietate: WireText,
      forma_organizare: WireText,
      forma_juridica: WireText,
    }),
    inregistrare_scop_Tva: v.object({ scpTVA: v.boolean(), perioade_TVA: VatPeriods }),
    inregistrare_RTVAI: v.object({
      statusTvaIncasare: v.boolean(),
      dataInceputTvaInc: WireDay,
      dataSfarsitTvaInc: WireDay,
      dataActualizareTvaInc: WireDay,
      dataPublicareTvaInc: WireDay,
      tipActTvaInc: WireText,
    }),
    stare_inactiv: v.object({
      statusInactivi: v.boolean(),
      dataInactivare: WireDay,
      dataReactivare: WireDay,
      dataPublicare: WireDay,
      dataRadiere: WireDay,
    }),
    inregistrare_SplitTVA: v.object({
      statusSplitTVA: v.boolean(),
      dataInceputSplitTVA: WireDay,
      dataAnulareSplitTVA: WireDay,
    }),
    adresa_sediu_social: addressOf('s'),
    adresa_domiciliu_fiscal: addressOf('d'),
  }),
  v.transform((wire): VatRecord => {
    const { date_generale: company, inregistrare_scop_Tva: vat, inregistrare_RTVAI: onCollection } = wire
    const { stare_inactiv: inactive, inregistrare_SplitTVA: split } = wire
    return {
      ...generalOf(company),
      registeredOn: company.data_inregistrare,
      caen: company.cod_CAEN,
      iban: company.iban,
      eInvoicing: { isRegistered: company.statusRO_e_Factura, since: company.data_inreg_Reg_RO_e_Factura },
      fiscalAuthority: company.organFiscalCompetent,
      ownership: company.forma_de_proprietate,
      organisation: company.forma_organizare,
      legalForm: company.forma_juridica,
      vat: { isPayer: vat.scpTVA, periods: vat.perioade_TVA },
      vatOnCollection: {
        applies: onCollection.statusTvaIncasare,
        from: onCollection.dataInceputTvaInc,
        to: onCollection.dataSfarsitTvaInc,
        updatedOn: onCollection.dataActualizareTvaInc,
        publishedOn: onCollection.dataPublicareTvaInc,
        act: onCollection.tipActTvaInc,
      },
      inactive: {
        isInactive: inactive.statusInactivi,
        since: inactive.dataInactivare,
        reactivatedOn: inactive.dataReactivare,
        publishedOn: inactive.dataPublicare,
        isStruckOff: inactive.dataRadiere !== null || STRUCK_OFF_STATE.test(company.stare_inregistrare),
        struckOffOn: inactive.dataRadiere,
      },
      splitVat: { applies: split.statusSplitTVA, from: split.dataInceputSplitTVA, to: split.dataAnulareSplitTVA },
      registeredOffice: wire.adresa_sediu_social,
      fiscalDomicile: wire.adresa_domiciliu_fiscal,
    }
  }),
)
