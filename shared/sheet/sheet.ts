import type { Locale } from '../errors/codes.ts'
import type { InvoiceDocument } from '../protocol/invoices/document.ts'
import { type Plural, pluralForm } from '../text/plural.ts'
import { typeText } from './codes.ts'
import { factRow, labelsOf, type Row } from './fact-row.ts'
import { dayText } from './format.ts'
import { type LineRow, lineRows } from './line-rows.ts'
import { type Party, partyOf } from './party.ts'
import { adjustmentRows, type TotalRow, totalRows, type VatRow, vatRows } from './sums.ts'

/** A group of rows under a heading. */
export type Section = { title: string; rows: Row[] }

/**
 * An invoice in its familiar form (U-11): every text in the reader's language, ready to draw on a page or a screen. The
 * order is a paper invoice's. Empty lists are not drawn.
 */
export type Sheet = {
  title: string
  number: string
  /** The kind of storno, as a sentence; null for none. */
  storno: string | null
  facts: Row[]
  parties: Party[]
  lines: LineRow[]
  /** A sentence with the number of missing lines. */
  omitted: string | null
  adjustments: Row[]
  vat: VatRow[]
  totals: TotalRow[]
  sections: Section[]
  note: string | null
  attachments: { name: string; about: string; index: number | null; mediaType: string | null }[]
  /** The rest of the XML, by the path of each element. */
  unread: Row[]
  moreUnread: string | null
}

export function sheetOf(document: InvoiceDocument, locale: Locale): Sheet {
  const labels = labelsOf(locale)
  const { number, storno, currency, taxCurrency, typeCode, issueDate, dueDate, omittedLines, moreUnread } = document
  const rows = (facts: InvoiceDocument['facts']) => facts.map(fact => factRow(locale, fact, currency))
  const row = (label: string, text: string | null): Row[] => (text === null ? [] : [{ label, text }])
  const counted = (phrase: Plural, n: number) =>
    pluralForm(locale, phrase, n).replace('{n}', new Intl.NumberFormat(locale).format(n))
  const party = (role: string, one: InvoiceDocument['payee']) => (one === null ? [] : [partyOf(locale, role, one)])
  return {
    title: `${labels[document.type]} ${number}`,
    number,
    storno: storno && labels[`storno-${storno}`],
    facts: [
      ...row(labels.issued, issueDate && dayText(locale, issueDate)),
      ...row(labels.due, dueDate && dayText(locale, dueDate)),
      ...row(labels.type, typeCode === null || ORDINARY.includes(typeCode) ? null : typeText(locale, typeCode)),
      ...row(labels.currency, currency),
      ...row(labels.taxCurrency, taxCurrency),
      ...rows(document.facts),
    ],
    parties: [
      partyOf(locale, labels.seller, document.seller),
      partyOf(locale, labels.buyer, document.buyer),
      ...party(labels.payee, document.payee),
      ...party(labels.taxRepresentative, document.taxRepresentative),
    ],
    lines: lineRows(locale, document),
    omitted: omittedLines === undefined ? null : counted(labels.omitted, omittedLines),
    adjustments: adjustmentRows(locale, document.adjustments, currency),
    vat: vatRows(locale, document),
    totals: totalRows(locale, document),
    sections: [
      { title: labels.delivery, rows: rows(document.delivery) },
      ...document.payment.map(means => ({ title: labels.payment, rows: rows(means) })),
    ].filter(section => section.rows.length > 0),
    note: document.note,
    attachments: document.attachments.map(({ name, mediaType, description, address, index }) => ({
      name: name || labels.unnamed,
      about: [description, address === name ? null : address, mediaType].filter(text => text !== null).join(' · '),
      index,
      mediaType,
    })),
    unread: document.unread.map(({ path, text }) => ({ label: path, text })),
    moreUnread: moreUnread === 0 ? null : counted(labels.moreUnread, moreUnread),
  }
}

/** Type codes that the title already covers. */
const ORDINARY = ['380', '381']
