import type { Archive } from '../../../native-host/archive/core/archive.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { InvoiceFilter, InvoiceSort } from '../../../shared/protocol/invoices/query.ts'
import { NOW } from './large-archives.ts'

type Query = Parameters<Archive['messages']['list']>[0]
/** Questions to the list, by a name for people. */
export type Cases = Readonly<Record<string, Query>>

const DAY = 86_400_000
const PAGE = { limit: 100, offset: 0 }
const dayBefore = (days: number): string => romaniaDay(NOW - days * DAY)
const SORTS: readonly InvoiceSort[] = ['arrived', 'issued', 'number', 'partner', 'company', 'amount', 'state']

/** Of some archive: a company, a number and a partner that it knows. */
export type Known = { cui: string; number: string; partner: string; partnerCui: string; amount: string; id: string }

export function knownIn({ messages, companies }: Archive): Known {
  const cui = companies.list()[7]?.cui ?? ''
  const item = messages
    .list({ ...PAGE, kind: 'received', archived: true, limit: 40 })
    .items.findLast(one => one.invoice)
  const { number = '', sellerName, sellerCui, payableAmount } = item?.invoice ?? {}
  return {
    cui,
    number,
    partner: sellerName?.split(' ')[0] ?? '',
    partnerCui: sellerCui ?? '',
    amount: payableAmount ?? '',
    id: item?.id ?? '',
  }
}

function filters({ cui }: Known): Record<string, InvoiceFilter> {
  return {
    none: {},
    company: { cui },
    sent: { direction: 'sent' },
    received: { direction: 'received' },
    errors: { kind: 'errors' },
    failed: { state: 'failed' },
    missing: { archived: false },
    unread: { unread: true },
    'arrived in a month': { since: dayBefore(60), until: dayBefore(30) },
    'issued in a month': { issuedSince: dayBefore(60), issuedUntil: dayBefore(30) },
    currency: { currency: 'EUR' },
    'not in the books': { book: 'new' },
    exported: { exported: true },
    attachments: { attachments: true },
    pdf: { pdf: true },
    'an amount': { amount: { from: 100_000, to: 100_500, isSigned: false } },
    'company and direction': { cui, direction: 'sent' },
    'company and month': { cui, issuedSince: dayBefore(60), issuedUntil: dayBefore(30) },
  }
}

/** Every filter and every sort: the first page, and one in the middle of what the filter leaves. */
export function listCases(archive: Archive, known: Known): Cases {
  const cases: Record<string, Query> = {}
  for (const [name, filter] of Object.entries(filters(known))) {
    cases[name] = { ...filter, ...PAGE }
    cases[`${name}, deep`] = { ...filter, ...PAGE, offset: archive.messages.summary(filter).count >> 1 }
  }
  const { total } = archive.messages.list(PAGE)
  for (const by of SORTS)
    for (const descending of [false, true]) {
      const name = `by ${by}${descending ? ', descending' : ''}`
      cases[name] = { ...PAGE, sort: { by, descending } }
      cases[`${name}, deep`] = { ...PAGE, sort: { by, descending }, offset: total >> 1 }
    }
  return cases
}

/** Search words as people type them, from one place in the index to a million. */
export function searchCases({ cui, number, partner, partnerCui, amount, id }: Known): Cases {
  const searches: Record<string, string> = {
    'a rare word': partner,
    'a word being typed': partner.slice(0, 4),
    'a common word': 'motorină',
    'a very common word': 'srl',
    'a number': number,
    'an id': id,
    'a CUI': partnerCui,
    'an own CUI': cui,
    'an amount': amount,
    'amounts above': '>49000',
    'two words': `${partner} motorină`,
    'two common words': 'motorină srl',
    'nothing that is there': 'xyzxyz',
  }
  return Object.fromEntries(
    Object.entries(searches).map(([name, search]) => [name, { ...PAGE, search, count: 'later' }]),
  )
}
