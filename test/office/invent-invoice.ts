import { textPdf } from '../authority/documents/pdf.ts'
import type { Random } from '../authority/world/random.ts'
import type { Firm, ForeignFirm } from './firms.ts'
import { type Adjustment, categoryOf, type Invoice, isForeign, type Line } from './invoice.ts'

const NOTES = [
  'Mărfurile rămân proprietatea vânzătorului până la plata integrală & fără rezerve.',
  'Vă rugăm să menționați numărul facturii în ordinul de plată.',
  'TVA la încasare',
  'Factura circulă fără semnătură și ștampilă cf. art. 319 alin. (29) din Legea nr. 227/2015.',
]

type Wanted = {
  seller: Firm
  buyer: Firm | ForeignFirm
  number: string
  issueDate: string
  kind?: Invoice['kind']
  selfBilled?: boolean
  preceding?: Invoice['preceding']
}

/** An invoice as firms of this kind write them: a few lines of what the seller sells, the rates of its day. */
export function inventInvoice(random: Random, wanted: Wanted): Invoice {
  const { seller, buyer, number, issueDate, kind = 'invoice', selfBilled = false, preceding = null } = wanted
  const currency = isForeign(buyer) || random.next() < 0.04 ? 'EUR' : 'RON'
  const rate = currency === 'EUR' ? random.between(49_700, 51_200) : 10_000
  const sign = kind === 'storno' ? -1 : 1
  const lines = inventLines(random, wanted, rate, sign)
  const adjustments = kind === 'invoice' && random.next() < 0.05 ? [inventAdjustment(random, lines)] : []
  const chance = (share: number) => random.next() < share
  return {
    kind,
    selfBilled,
    number,
    issueDate,
    dueDate: addDays(issueDate, random.pick([0, 14, 15, 30, 30, 45])),
    seller,
    buyer,
    currency,
    rate,
    note: chance(0.35) ? random.pick(NOTES) : null,
    order: chance(0.15) ? `CMD-${random.between(100, 9999)}` : null,
    contract: chance(0.12) ? `${random.between(1, 480)}/${issueDate.slice(0, 4)}` : null,
    preceding,
    attachment: chance(0.08) ? inventAttachment(random, number) : null,
    delivery: chance(0.2) ? issueDate : null,
    iban: `RO${random.between(10, 89)}BTRL${seller.cui.padStart(16, '0')}`,
    lines,
    adjustments,
    prepaid: kind === 'invoice' && chance(0.02) ? Math.max(0, Math.round((lines[0]?.amount ?? 0) / 2)) : 0,
  }
}

function inventLines(random: Random, { seller, buyer, issueDate }: Wanted, rate: number, sign: 1 | -1): Line[] {
  const isLong = random.next() < 0.03
  return Array.from({ length: isLong ? random.between(18, 60) : random.between(1, 5) }, () => {
    const good = random.pick(seller.sector.goods)
    const price = Math.max(1, Math.round(((good.price * random.between(80, 120)) / 100) * (10_000 / rate)))
    // Dear things are sold by the piece, cheap ones by the hundred.
    const most = good.price > 100_000 ? 3 : good.price > 10_000 ? 24 : 400
    const isWeighed = ['KGM', 'TNE', 'LTR', 'MTQ', 'MTK', 'KWH'].includes(good.unit)
    const quantity = sign * (isWeighed ? random.between(500, most * 1000) : random.between(1, most) * 1000)
    const full = Math.round((quantity * price) / 1000)
    const discount = sign > 0 && random.next() < 0.03 ? Math.round(full / 20) : 0
    return {
      name: good.name,
      description: random.next() < 0.05 ? `conform ofertei nr. ${random.between(10, 990)}` : null,
      unit: good.unit,
      quantity,
      price,
      discount,
      amount: full - discount,
      category: categoryOf(good, issueDate, seller, buyer),
    }
  })
}

function inventAdjustment(random: Random, [line]: readonly Line[]): Adjustment {
  if (!line) throw new Error('an invoice has a line')
  const isCharge = random.next() < 0.4
  const amount = isCharge ? random.between(1500, 12_000) : Math.round(line.amount / 50)
  return { isCharge, reason: isCharge ? 'Transport' : 'Reducere de fidelitate', amount, category: line.category }
}

function inventAttachment(random: Random, number: string): NonNullable<Invoice['attachment']> {
  const id = random.between(1000, 99_999)
  if (random.next() < 0.5)
    return {
      name: `aviz-${id}.csv`,
      mediaType: 'text/csv',
      bytes: Buffer.from(`aviz;factura\nAV-${id};${number}\n`),
      description: 'Aviz de însoțire a mărfii',
    }
  return {
    name: `proces-verbal-${id}.pdf`,
    mediaType: 'application/pdf',
    bytes: textPdf([`Proces-verbal de recepție nr. ${id}`, `Factura ${number}`]),
    description: 'Proces-verbal de recepție',
  }
}

export const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()
