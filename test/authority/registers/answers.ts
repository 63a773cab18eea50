import type { Indicator } from './statements.ts'
import { isWithin, MEMBERSHIPS, type MembershipField, type Span, type Taxpayer } from './taxpayers.ts'

/** The registers' entries for a taxpayer on a day. Outside a register, the days are empty strings (P-13). */

const general = ({ name, street, city, county, ...taxpayer }: Taxpayer, day: string) => ({
  cui: Number(taxpayer.cui),
  data: day,
  denumire: name.toUpperCase(),
  adresa: `JUD. ${county.slice(3)}, ${city.toUpperCase()}, ${street.toUpperCase()}`,
  nrRegCom: taxpayer.registration,
  telefon: taxpayer.phone,
  fax: '',
  codPostal: taxpayer.postalCode,
  act: '',
  stare_inregistrare:
    taxpayer.struckOffOn !== null && taxpayer.struckOffOn <= day
      ? `RADIERE din data ${taxpayer.struckOffOn.split('-').reverse().join('.')}`
      : taxpayer.state,
})

const place = (letter: 's' | 'd', { street, city, county, postalCode }: Taxpayer) => {
  const [, name = street, number = ''] = /^(.*?) nr\. (.*)$/.exec(street) ?? []
  const fields = {
    denumire_Strada: name,
    numar_Strada: number,
    denumire_Localitate: city,
    cod_Localitate: '1',
    denumire_Judet: county.slice(3),
    cod_Judet: '40',
    cod_JudetAuto: county.slice(3),
    tara: '',
    detalii_Adresa: 'ET.2, AP.5',
    cod_Postal: postalCode,
  }
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${letter}${field}`, value]))
}

/** The days of a span that has begun by the given day. */
const days = (span: Span | null, day: string) =>
  span && span.from <= day ? { from: span.from, to: span.to !== null && span.to <= day ? span.to : '' } : EMPTY
const EMPTY = { from: '', to: '' }

export function vatEntry(taxpayer: Taxpayer, day: string, periods: 'array' | 'object') {
  const begun = taxpayer.vat
    .filter(({ from }) => from <= day)
    .map(period => ({
      data_inceput_ScpTVA: period.from,
      data_sfarsit_ScpTVA: days(period, day).to,
      data_anul_imp_ScpTVA: period.cancelledOn ?? '',
      mesaj_ScpTVA: period.note ?? '',
    }))
  const none = { data_inceput_ScpTVA: '', data_sfarsit_ScpTVA: '', data_anul_imp_ScpTVA: '', mesaj_ScpTVA: '' }
  const { inactive, struckOffOn } = taxpayer
  const isRegistered = isWithin(taxpayer.eInvoicing, day)
  const onCollection = isWithin(taxpayer.vatOnCollection, day)
  const collection = days(taxpayer.vatOnCollection, day)
  const split = days(taxpayer.splitVat, day)
  return {
    date_generale: {
      ...general(taxpayer, day),
      data_inregistrare: taxpayer.registeredOn,
      cod_CAEN: taxpayer.caen,
      iban: '',
      statusRO_e_Factura: isRegistered,
      data_inreg_Reg_RO_e_Factura: isRegistered ? (taxpayer.eInvoicing?.from ?? '') : '',
      organFiscalCompetent: taxpayer.fiscalAuthority,
      forma_de_proprietate: 'PROPR.PRIVATA-CAPITAL PRIVAT AUTOHTON',
      forma_organizare: 'PERSOANA JURIDICA',
      forma_juridica: taxpayer.legalForm,
    },
    inregistrare_scop_Tva: {
      scpTVA: taxpayer.vat.some(period => isWithin(period, day)),
      perioade_TVA: periods === 'array' ? begun : (begun.at(-1) ?? none),
    },
    inregistrare_RTVAI: {
      dataInceputTvaInc: collection.from,
      dataSfarsitTvaInc: collection.to,
      dataActualizareTvaInc: collection.from,
      dataPublicareTvaInc: collection.from,
      tipActTvaInc: onCollection ? 'Inregistrare' : '',
      statusTvaIncasare: onCollection,
    },
    stare_inactiv: {
      dataInactivare: days(inactive, day).from,
      dataReactivare: days(inactive, day).to,
      dataPublicare: days(inactive, day).from,
      dataRadiere: struckOffOn !== null && struckOffOn <= day ? struckOffOn : '',
      statusInactivi: isWithin(inactive, day),
    },
    inregistrare_SplitTVA: {
      dataInceputSplitTVA: split.from,
      dataAnulareSplitTVA: split.to,
      statusSplitTVA: isWithin(taxpayer.splitVat, day),
    },
    adresa_sediu_social: place('s', taxpayer),
    adresa_domiciliu_fiscal: place('d', taxpayer),
  }
}

/** Undefined for a taxpayer who was never in the register: the answer lists it under `notFound`. */
export function eInvoicingEntry(taxpayer: Taxpayer, day: string) {
  const { eInvoicing, cui, name } = taxpayer
  if (!eInvoicing || eInvoicing.from > day) return undefined
  return {
    cui: Number(cui),
    denumire: name.toUpperCase(),
    adresa: general(taxpayer, day).adresa,
    registru: 'Registrul RO e-Factura',
    categorie: eInvoicing.category,
    dataInscriere: eInvoicing.from,
    dataRenuntare: days(eInvoicing, day).to,
    dataRadiere: '',
    dataOptiuneB2G: '',
    stare: isWithin(eInvoicing, day) ? 'înregistrat' : 'neînregistrat',
  }
}

/** For a register of members; a non-member, even an unknown code, gets an entry of empty strings (P-05). */
export function memberEntry(cui: number, taxpayer: Taxpayer | undefined, day: string, field: MembershipField) {
  const { wire } = MEMBERSHIPS[field]
  const span = taxpayer?.[field] ?? null
  const isKnown = taxpayer !== undefined && span !== null && span.from <= day
  const empty = Object.fromEntries(MEMBER_TEXTS.map(field => [field, '']))
  return {
    ...(isKnown ? general(taxpayer, day) : { cui, data: day, ...empty }),
    [`dataInceputReg${wire}`]: days(span, day).from,
    [`dataAnulareReg${wire}`]: days(span, day).to,
    [`statusReg${wire}`]: isWithin(span, day),
  }
}

const MEMBER_TEXTS = ['denumire', 'adresa', 'nrRegCom', 'telefon', 'fax', 'codPostal', 'act', 'stare_inregistrare']

export const statement = (taxpayer: Taxpayer, year: number, indicators: readonly Indicator[]) => ({
  an: year,
  cui: Number(taxpayer.cui),
  deni: taxpayer.name.toUpperCase(),
  caen: Number(taxpayer.caen),
  den_caen: 'Activităţi ale întreprinderii',
  i: indicators,
})
