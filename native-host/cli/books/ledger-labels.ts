import type { Locale } from '../../../shared/errors/codes.ts'
import type { Agreement, Difference, Finding, LedgerProblem } from '../../../shared/protocol/invoices/ledgers.ts'

type Labels = {
  comparing: string
  heads: Record<'finding' | 'number' | 'partner' | 'date' | 'spv' | 'books' | 'row' | 'what', string>
  findings: Record<Finding, string>
  differences: Record<Difference, string>
  payable: string
  inLei: string
  problems: Record<LedgerProblem, string>
  sheet: (name: string) => string
  summary: (agreement: Agreement) => string
  left: (n: number) => string
  aside: (n: number) => string
}

export const LEDGER_LABELS: Record<Locale, Labels> = {
  ro: {
    comparing: 'citesc facturile',
    heads: {
      finding: 'Rezultat',
      number: 'Număr',
      partner: 'CUI',
      date: 'Data',
      spv: 'Total în SPV',
      books: 'Total în evidență',
      row: 'Rând',
      what: 'Ce diferă',
    },
    findings: {
      agrees: 'coincide',
      differs: 'diferă',
      'not-in-books': 'lipsă din evidență',
      'not-in-spv': 'lipsă din SPV',
      unreadable: 'necitit',
    },
    differences: {
      total: 'totalul',
      sign: 'semnul totalului',
      date: 'data',
      number: 'numărul',
      cui: 'CUI-ul',
      currency: 'moneda',
      repeated: 'apare de mai multe ori',
    },
    payable: 'suma de plată, nu totalul',
    inLei: 'în lei, la cursul din TVA-ul facturii',
    problems: {
      'no-number': 'fără număr',
      'no-total': 'fără total',
      'wrong-total': 'totalul nu este o sumă',
      'wrong-date': 'data nu poate fi citită',
    },
    sheet: name => `Foaia citită: ${name}.`,
    summary: ({ agrees, differs, notInBooks, notInSpv, unreadable }) =>
      `Coincid: ${agrees}. Diferă: ${differs}. Lipsă din evidență: ${notInBooks}. Lipsă din SPV: ${notInSpv}. Necitite: ${unreadable}.`,
    left: n => `Facturi din perioadă care nu sunt în arhivă sau nu pot fi citite, necomparate: ${n}.`,
    aside: n => `Rânduri ale celuilalt jurnal sau ale altei firme, lăsate deoparte: ${n}.`,
  },
  en: {
    comparing: 'reading the invoices',
    heads: {
      finding: 'Result',
      number: 'Number',
      partner: 'CUI',
      date: 'Date',
      spv: 'Total in SPV',
      books: 'Total in the books',
      row: 'Row',
      what: 'What differs',
    },
    findings: {
      agrees: 'agrees',
      differs: 'differs',
      'not-in-books': 'not in the books',
      'not-in-spv': 'not in SPV',
      unreadable: 'unreadable',
    },
    differences: {
      total: 'total',
      sign: 'sign of the total',
      date: 'date',
      number: 'number',
      cui: 'CUI',
      currency: 'currency',
      repeated: 'booked more than once',
    },
    payable: 'the amount to pay, not the total',
    inLei: 'in lei, by the rate of the invoice’s VAT',
    problems: {
      'no-number': 'no number',
      'no-total': 'no total',
      'wrong-total': 'the total is not an amount',
      'wrong-date': 'the date cannot be read',
    },
    sheet: name => `Sheet read: ${name}.`,
    summary: ({ agrees, differs, notInBooks, notInSpv, unreadable }) =>
      `Agree: ${agrees}. Differ: ${differs}. Not in the books: ${notInBooks}. Not in SPV: ${notInSpv}. Unreadable: ${unreadable}.`,
    left: n => `Invoices of the period that are not archived or cannot be read, not compared: ${n}.`,
    aside: n => `Rows of the other journal or of another company, not compared: ${n}.`,
  },
}
