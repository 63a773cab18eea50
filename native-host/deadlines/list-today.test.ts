import { expect, test } from 'vitest'
import { type KnownDates, listToday } from './list-today.ts'
import { parseOwnDays } from './own-days.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const acme = { cui: '14399840', name: 'ACME SRL' }
const nothing: KnownDates = {
  now: NOW,
  own: parseOwnDays('', ''),
  ...{
    unsent: [],
    sent: [],
    leaving: [],
    acts: [],
    refused: [],
    filed: [],
    authorizationEndsAt: null,
    certificates: [],
  },
}
const short = (known: Partial<KnownDates>) =>
  listToday({ ...nothing, ...known }).map(({ kind, urgency, day, rule }) => [kind, urgency, day, rule])

test('W-05 an invoice with errors has the last day of its issue date, and is late after it', () => {
  const unsent = [
    { ...acme, id: 1, number: 'F-78', issueDate: '2026-11-18' },
    { ...acme, id: 2, number: 'F-70', issueDate: '2026-11-10' },
    { ...acme, id: 3, number: 'F-1', issueDate: null },
  ]
  expect(short({ unsent })).toEqual([
    ['invoice-to-send', 'late', '2026-11-17', 'five-working-days'],
    ['invoice-to-send', 'soon', '2026-11-25', 'five-working-days'],
    ['invoice-to-send', 'soon', null, 'sent-when-valid'],
  ])
})

test('W-05 an invoice with an issue date at the end of the year 9999 is not late', () => {
  const unsent = [{ ...acme, id: 1, number: 'F-79', issueDate: '9999-12-31' }]
  expect(short({ unsent })).toEqual([['invoice-to-send', 'soon', '9999-12-31', 'five-working-days']])
})

test('W-05 invoices that were sent late are one line a company; the last day itself is in time', () => {
  const sent = ['2026-11-17T20:00:00Z', '2026-11-18T08:00:00Z', '2026-11-19T08:00:00Z'].map(at => ({
    ...acme,
    issueDate: '2026-11-10',
    sentAt: Date.parse(at),
  }))
  expect(listToday({ ...nothing, sent })).toMatchObject([{ kind: 'sent-late', urgency: 'past', count: 2 }])
})

test('W-05 documents that leave after 60 days, and acts by the day on which they count as served', () => {
  const leaving = [{ ...acme, count: 3, oldest: Date.parse('2026-09-24T10:00:00Z') }]
  const act = { ...acme, id: '4001', type: 'DECIZIE DE IMPUNERE' }
  const acts = [
    { ...act, day: '2026-11-19', servedOn: null },
    { ...act, day: '2026-11-19', servedOn: '2026-12-01' },
    { ...act, day: '2026-11-01', servedOn: '2026-11-16' },
  ]
  expect(short({ leaving, acts })).toEqual([
    ['leaving', 'soon', '2026-11-23', 'sixty-days'],
    ['act', 'later', '2026-12-01', 'served-after-15-days'],
    ['act', 'later', '2026-12-04', 'served-after-15-days'],
  ])
})

test.each([
  ['2026-11-19', 'late'],
  ['2026-12-04', 'soon'],
  ['2026-12-20', 'later'],
  ['2026-12-21', undefined],
])('W-05 an authorization that ends on %s is %s', (day, urgency) => {
  const items = listToday({ ...nothing, authorizationEndsAt: Date.parse(`${day}T10:00:00Z`) })
  expect(items.map(each => each.urgency)).toEqual(urgency === undefined ? [] : [urgency])
})

test('W-05 H-11 certificates by the day on which they end', () => {
  const certificates = [
    { subject: 'Popescu Ana', validUntil: Date.parse('2027-01-10T10:00:00Z') },
    { subject: 'Ionescu Dan', validUntil: Date.parse('2026-12-04T10:00:00Z') },
  ]
  expect(listToday({ ...nothing, certificates })).toMatchObject([
    { kind: 'certificate', urgency: 'soon', subject: 'Ionescu Dan', day: '2026-12-04', rule: 'certificate-validity' },
    { kind: 'certificate', urgency: 'later', subject: 'Popescu Ana', day: '2027-01-10' },
  ])
})

test('W-05 declarations: what was refused, and what is missing by its usual day', () => {
  const refused = [{ ...acme, id: 7, form: 'D300', period: '2026-10' }]
  const filed = [7, 8, 9].map(month => ({
    ...acme,
    form: 'D112',
    year: 2026,
    month,
    on: `2026-${String(month + 1).padStart(2, '0')}-23`,
  }))
  expect(listToday({ ...nothing, refused, filed })).toMatchObject([
    { kind: 'declaration-missing', urgency: 'soon', day: '2026-11-23', subject: 'D112', period: '2026-10' },
    { kind: 'declaration-refused', urgency: 'soon', target: { area: 'declarations', id: 7 } },
  ])
})

test('W-05 days are those of Romania, in summer time too: a quarter to midnight on the last day is in time', () => {
  const at = (sentAt: string) =>
    listToday({
      ...nothing,
      now: Date.parse('2026-07-20T10:00:00Z'),
      sent: [{ ...acme, issueDate: '2026-07-06', sentAt: Date.parse(sentAt) }],
    })
  expect(at('2026-07-13T20:45:00Z')).toEqual([])
  expect(at('2026-07-13T21:15:00Z')).toMatchObject([{ kind: 'sent-late', count: 1 }])
})

test('W-05 the last day itself is not late, and an act is shown for three days after its serving', () => {
  const unsent = [{ ...acme, id: 1, number: 'F-78', issueDate: '2026-11-13' }]
  expect(short({ unsent })).toEqual([['invoice-to-send', 'soon', '2026-11-20', 'five-working-days']])
  const act = { ...acme, id: '4001', type: 'DECIZIE', day: '2026-11-01' }
  expect(
    short({
      acts: [
        { ...act, servedOn: '2026-11-17' },
        { ...act, servedOn: '2026-11-16' },
      ],
    }),
  ).toEqual([['act', 'later', '2026-11-17', 'served-after-15-days']])
})

test.each([
  ['19', 'soon'],
  ['25', 'soon'],
  ['26', 'later'],
])('W-05 a declaration that is usually filed on the %sth is %s on the 20th', (day, urgency) => {
  const filed = [7, 8, 9].map(month => ({
    ...acme,
    form: 'D112',
    year: 2026,
    month,
    on: `2026-${month < 9 ? `0${month + 1}` : '10'}-${day}`,
  }))
  expect(listToday({ ...nothing, filed })).toMatchObject([
    { kind: 'declaration-missing', urgency, day: `2026-11-${day}` },
  ])
})
