import type { VatRecord } from '../../../shared/domain/registers.ts'
import { vatPeriod } from '../../../shared/domain/vat-period.ts'
import type { Locale } from '../../../shared/errors/codes.ts'
import type { CompanyLookup } from '../../../shared/protocol/registers/lookups.ts'
import { formatDay } from '../../locales/format.ts'
import { locale } from '../../locales/locale.ts'
import { type Key, translate } from '../../locales/translate.ts'
import type { Tone } from '../../ui/status.tsx'

/** One fact from the VAT register as a short sentence with its colour. */
export type StatusLine = {
  id: 'vat' | 'vat-on-collection' | 'struck-off' | 'inactive' | 'active' | 'split-vat' | 'e-invoicing'
  tone: Tone
  text: string
}

/**
 * The main facts about a company in this order: VAT, cash-basis VAT, struck off or inactive or active, split VAT, the e-invoicing
 * register. Empty without an answer of the VAT register. In the page's language unless another is given.
 */
export function statusLines(lookup: CompanyLookup, language: Locale = locale.value): StatusLine[] {
  const record = lookup.vat?.record
  if (!record) return []
  const say = (plain: Key, dated: Key, day: string | null) =>
    day === null ? translate(language, plain) : translate(language, dated, { day: formatDay(language, day) })
  const { vat, vatOnCollection, splitVat, eInvoicing } = record
  const period = vatPeriod(record)
  return [
    vat.isPayer
      ? { id: 'vat', tone: 'good', text: say('card-vat-payer', 'card-vat-payer-since', period?.from ?? null) }
      : { id: 'vat', tone: 'idle', text: say('card-vat-none', 'card-vat-none-since', period?.to ?? null) },
    vatOnCollection.applies
      ? {
          id: 'vat-on-collection',
          tone: 'wait',
          text: say('card-collection', 'card-collection-since', vatOnCollection.from),
        }
      : { id: 'vat-on-collection', tone: 'idle', text: translate(language, 'card-collection-none') },
    ...activity(record, say),
    splitVat.applies
      ? { id: 'split-vat', tone: 'wait', text: say('card-split', 'card-split-since', splitVat.from) }
      : { id: 'split-vat', tone: 'idle', text: translate(language, 'card-split-none') },
    eInvoicing.isRegistered
      ? { id: 'e-invoicing', tone: 'good', text: say('card-einvoicing', 'card-einvoicing-since', eInvoicing.since) }
      : // P-12: a company outside the opt-in register may still have to accept e-invoices.
        { id: 'e-invoicing', tone: 'idle', text: translate(language, 'card-einvoicing-none') },
  ]
}

type Say = (plain: Key, dated: Key, day: string | null) => string

/** One line, or two for a company that was declared inactive and then struck off. */
function activity({ inactive }: VatRecord, say: Say): StatusLine[] {
  const lines: StatusLine[] = []
  if (inactive.isStruckOff)
    lines.push({
      id: 'struck-off',
      tone: 'bad',
      text: say('card-struck-off', 'card-struck-off-on', inactive.struckOffOn),
    })
  if (inactive.isInactive)
    lines.push({ id: 'inactive', tone: 'bad', text: say('card-inactive', 'card-inactive-since', inactive.since) })
  if (lines.length > 0) return lines
  return [{ id: 'active', tone: 'good', text: say('card-active', 'card-active-again', inactive.reactivatedOn) }]
}
