import { createHash } from 'node:crypto'
import type { BookedInvoice, BookedParty } from '../../../../shared/documents/booked/booked.ts'
import { parseDecimal } from '../../../../shared/domain/decimal.ts'
import { RecipisaError } from '../../../../shared/errors/recipisa-error.ts'
import { type Format, type MadeFile, partnerOf, type Taken } from './format.ts'
import { isStorno, rateErrorOf, rateOf } from './journal-rows.ts'
import { type LineWithVat, linesWithVat, missingFact, priceOf } from './line-vat.ts'
import { isReverseCharge, refuseReverseChargeInPart } from './reverse-charge.ts'
import { unitName } from './units.ts'

/** How far a computed rate may move a whole invoice, lei. The usual rates, 21 % and 11 %, stay within 5 bani. */
const MOST_ERROR = parseDecimal('0.10') ?? 0n

/**
 * Packages of invoices as WinMENTOR's structures for import describe them (docs/exports.md): one for each company,
 * month and side, plus the partners and articles that WinMENTOR looks up for an unknown code.
 */
export const WINMENTOR: Format = {
  check({ invoice, side }) {
    const hasRate = invoice.currency === 'RON' || (rateOf(invoice) !== null && rateErrorOf(invoice) <= MOST_ERROR)
    const missing = missingFact(invoice) ?? (hasRate ? undefined : 'cursul valutar')
    if (missing) throw new RecipisaError('book-fact-missing', { number: invoice.number.slice(0, 100), what: missing })
    // A package of purchases has no field for it.
    if (side === 'sale') refuseReverseChargeInPart(invoice)
  },
  files(taken) {
    const packages = Map.groupBy(
      taken,
      ({ company, side, invoice }) => `${company.cui}_${invoice.issueDate?.slice(0, 7)}_${SIDES[side].name}`,
    )
    const files = [...packages].map(([name, own]) => file(`${name}.txt`, packageText(own)))
    const companies = Map.groupBy(taken, ({ company }) => company.cui)
    return [
      ...files,
      ...[...companies].flatMap(([cui, own]) => [
        file(`${cui}_Partner.txt`, partnersText(own)),
        file(`${cui}_Articole.txt`, articlesText(own)),
      ]),
    ]
  },
}

const SIDES = {
  purchase: { name: 'intrari', type: 'TipDocument=FACTURA INTRARE' },
  sale: { name: 'iesiri', type: 'Tipdocument=FACTURA IESIRE' },
} as const

const file = (name: string, lines: readonly string[]): MadeFile => ({
  name,
  bytes: new TextEncoder().encode(`${lines.join('\r\n')}\r\n`),
})

/** A value on one line, without field separators and section marks. */
const plain = (text: string | null): string =>
  ascii(text ?? '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/[;\s]+/g, ' ')
    .trim()

/**
 * The documentation names no encoding, and letters without marks are the same in every one. Any other character becomes
 * a question mark, so that it does not vanish.
 */
function ascii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[\p{Pi}\p{Pf}„‚]/gu, '"')
    .replace(/\s/gu, ' ')
    .replace(/[^\x20-\x7e]/gu, UNKNOWN)
}
const UNKNOWN = '?'

function packageText(invoices: readonly Taken[]): string[] {
  const [first] = invoices
  if (!first) return []
  const [year = '', month = ''] = (first.invoice.issueDate ?? '').split('-')
  return [
    '[InfoPachet]',
    `AnLucru=${year}`,
    `LunaLucru=${Number(month)}`,
    SIDES[first.side].type,
    `TotalFacturi=${invoices.length}`,
    ...invoices.flatMap((taken, n) => ['', ...invoiceText(taken, n + 1)]),
  ]
}

function invoiceText(taken: Taken, n: number): string[] {
  const { invoice, side, id } = taken
  const lines = linesWithVat(invoice)
  const isSale = side === 'sale'
  const saft = classOf(invoice)
  return [
    `[Factura_${n}]`,
    ...numberText(invoice.number, isSale),
    ...(saft === undefined ? [] : [`ClasificareSAFT=${saft}`]),
    ...(isSale ? [] : [`IDdescarcare=${id}`]),
    `Data=${dayText(invoice.issueDate)}`,
    `${isSale ? 'CodClient' : 'CodFurnizor'}=${codeOf(partnerOf(taken))}`,
    `TVAINCASARE=${invoice.vatOnPayment ? 'D' : 'N'}`,
    ...(isSale ? [`TaxareInversa=${isReverseCharge(invoice) ? 'D' : 'N'}`] : []),
    ...(invoice.currency === 'RON' ? [] : [`Moneda=${plain(invoice.currency)}`, `Curs=${rateOf(invoice)}`]),
    ...(invoice.dueDate === null ? [] : [`Scadenta=${dayText(invoice.dueDate)}`]),
    'Majorari=0',
    'Observatii=',
    `TotalArticole=${lines.length}`,
    `[Items_${n}]`,
    ...lines.flatMap((line, at) => [
      `Item_${at + 1}=${[articleCode(line, taken), plain(unitName(line.unit)), line.quantity, plain(priceOf(line))].join(';')};;;;;;;`,
      `Item_${at + 1}_TVA=${line.vat}`,
    ]),
  ]
}

/** A sale's number is separate from its series, as in the documentation; a purchase's is the supplier's, as written. */
function numberText(number: string, isSale: boolean): string[] {
  const found = /(?<!\d)\d+$/.exec(number)
  if (!isSale || !found) return [`NrDoc=${plain(number)}`]
  const series = number.slice(0, found.index).replace(/(?<![\s-])[\s-]+$/, '')
  return [`NrDoc=${found[0]}`, ...(series === '' ? [] : [`SerieCarnet=${plain(series)}`])]
}

/** SAF-T's class of the invoice: 380 first invoice, 381 storno, 384 correction, 389 self-billed. */
function classOf(invoice: BookedInvoice): string | undefined {
  if (isStorno(invoice)) return '381'
  return ['380', '381', '384', '389'].find(code => code === invoice.typeCode)
}

const dayText = (day: string | null): string => (day ?? '').split('-').reverse().join('.')

/** The partner's fiscal code; the name if there is none. Thirteen zeros, or a hyphen, stand for any person. */
const codeOf = (party: BookedParty): string => fiscalCodeOf(party) || plain(party.name)

function fiscalCodeOf({ vatId, cui }: BookedParty): string {
  const code = plain(vatId ?? cui)
  return /[1-9]/.test(code) ? code : ''
}

/**
 * The seller's code of the article, else a code derived from its name. Suppliers number their articles independently,
 * so a purchase's code begins with the supplier's.
 */
function articleCode({ sellerCode, name }: LineWithVat, { side, invoice }: Taken): string {
  const own = plain(sellerCode)
  const [supplier, code] = [invoice.seller.cui ?? codeOf(invoice.seller), sellerCode ?? name]
  if (own !== '' && !own.includes(UNKNOWN)) return side === 'sale' ? own : `${plain(supplier)}-${own}`
  return `R${createHash('sha256').update(code).digest('hex').slice(0, 11).toUpperCase()}`
}

function partnersText(invoices: readonly Taken[]): string[] {
  const partners = new Map(invoices.map(partnerOf).map(partner => [codeOf(partner), partner]))
  return [
    '[InfoPachet]',
    ...[...partners].flatMap(([code, partner]) => [
      `[ParteneriNoi_${code}]`,
      `Denumire=${plain(partner.name)}`,
      `CodFiscal=${fiscalCodeOf(partner)}`,
      `RegistruComert=${plain(partner.registration)}`,
      `Tara=${partner.country === 'RO' || partner.country === null ? 'Romania' : plain(partner.country)}`,
      `SimbolTara=${plain(partner.country ?? 'RO')}`,
      `Judet=${plain(partner.county)}`,
      `Localitate=${plain(partner.city)}`,
      `Adresa=${plain(partner.street)}`,
      `Telefon=${plain(partner.phone)}`,
      `Email=${plain(partner.email)}`,
      `PersoanaFizica=${/^\d{13}$/.test(partner.cui ?? '') ? 'Da' : 'NU'}`,
    ]),
  ]
}

function articlesText(invoices: readonly Taken[]): string[] {
  const articles = new Map(
    invoices.flatMap(taken => linesWithVat(taken.invoice).map(line => [articleCode(line, taken), line] as const)),
  )
  return [
    '[InfoPachet]',
    ...[...articles].flatMap(([code, { name, percent }]) => [
      `[ArticoleNoi_${code}]`,
      `Denumire=${plain(name)}`,
      ...(percent === null ? [] : [`ProcTVA=${plain(percent)}`]),
    ]),
  ]
}
