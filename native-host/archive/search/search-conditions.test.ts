import { expect, onTestFinished, test } from 'vitest'
import type { Archive } from '../core/archive.ts'
import { openArchive } from '../core/open.ts'
import { aMail, CUI, NOON, openTestArchive, temporaryFolder } from '../core/test-archive.fixture.ts'
import type { DeclarationDraft } from '../declarations/declarations.ts'
import type { UploadDraft } from '../uploads/upload-archive.ts'

const PAGE = { limit: 100, offset: 0 }
const hash = (letter: string) => letter.repeat(64)

const declared = (letter: string, change: Partial<DeclarationDraft>): DeclarationDraft => ({
  ...{ again: false, sha256: hash(letter), size: 9, fileName: `${letter}.pdf`, cui: CUI, companyName: 'Țara SRL' },
  ...{ form: 'D300', period: { year: 2026, month: 10 } },
  ...change,
})

const uploaded = (letter: string, number: string, amount: string): UploadDraft => ({
  ...{ sha256: hash(letter), size: 4, fileName: `${letter}.xml`, cui: CUI, standard: 'UBL', corrects: null },
  flags: { extern: false, selfBilled: false, enforcement: false, b2c: false },
  invoice: {
    ...{ number, issueDate: '2026-10-05', sellerName: 'Țara SRL', sellerCui: CUI },
    ...{ buyerName: `Cumpărător ${letter}`, buyerCui: '99', payableAmount: amount, currency: 'RON' },
  },
})

const ids = (found: { items: readonly { id: number | string }[] }) => found.items.map(({ id }) => id)

/** Two uploads, the first refused; returns their ids. */
function upload({ uploads }: Archive): number[] {
  return [uploaded('a', 'F-1', '500.00'), uploaded('b', 'F-2', '1500.00')].map((draft, at) => {
    const begun = uploads.begin(draft, false)
    const id = 'attempt' in begun ? begun.attempt.id : 0
    if (at === 0) uploads.update(id, { state: 'rejected' })
    return id
  })
}

test('W-02 one search language holds for messages, declarations and uploads', async () => {
  const archive = await openTestArchive(temporaryFolder())
  const { mailbox, declarations } = archive
  const receipt = (month: number) => ({
    ...{ cui: CUI, form: 'D300', registrationNumber: null, uploadIndex: null, registeredOn: null },
    period: { year: 2026, month },
  })
  mailbox.record(
    [
      aMail({ id: '1', receipt: receipt(9), createdAt: NOON - 30 * 86_400_000 }),
      aMail({ id: '2', receipt: receipt(10), cui: '361757' }),
      aMail({ id: '3', kind: 'act', type: 'SOMAȚIE' }),
    ],
    0,
  )
  const mail = (query: object) => ids(mailbox.list({ ...PAGE, ...query }))
  expect(mail({ reported: '2026-10' })).toEqual(['2'])
  expect(mail({ reported: '2026' })).toEqual(['2', '1'])
  expect(mail({ search: 'luna trecută' })).toEqual(['1'])
  expect(mail({ search: 'somatie' })).toEqual(['3'])
  expect(mail({ sort: { by: 'period', descending: false } })).toEqual(['3', '1', '2'])
  expect(mailbox.idsOf({ reported: '2026' })).toEqual(['1', '2'])

  declarations.begin([declared('a', {}), declared('b', { form: 'D112', period: { year: 2026, month: 9 } })])
  const filed = (query: object) => ids(declarations.list({ ...PAGE, ...query }))
  expect(filed({ search: 'tara d112' })).toEqual([2])
  expect(filed({ reported: '2026-10' })).toEqual([1])
  expect(filed({ search: 'luna trecută' })).toEqual([])
  expect(filed({ search: 'azi', sort: { by: 'form', descending: false } })).toEqual([2, 1])

  const [refused, other] = upload(archive)
  const sent = (query: object) => ids(archive.uploads.list({ ...PAGE, ...query }))
  expect(sent({ search: '>1000 cumparator' })).toEqual([other])
  expect(sent({ search: 'luna trecută f-1' })).toEqual([refused])
  expect(sent({ refused: true })).toEqual([refused])
  expect(sent({ sort: { by: 'amount', descending: false } })).toEqual([refused, other])
})

test('W-02 an upload whose number looks like a month is found beside the uploads of that month', async () => {
  const { uploads } = await openTestArchive(temporaryFolder())
  for (const [letter, number] of Object.entries({ a: 'F-1', b: '2026-11' }))
    uploads.begin(uploaded(letter, number, '1.00'), false)
  const found = (search: string) => ids(uploads.list({ ...PAGE, search }))
  expect([found('2026-11'), found('2026-10'), found('2026-09')]).toEqual([[2], [2, 1], []])
})

test.each([
  ['winter', '2026-11-19T22:30:00Z', '20.11.2026', '19.11.2026'],
  ['summer', '2026-07-19T21:30:00Z', '20.07.2026', '19.07.2026'],
  ['the day of 23 hours, at its end', '2026-03-29T20:30:00Z', '29.03.2026', '30.03.2026'],
  ['the day of 25 hours, at its end', '2026-10-25T21:30:00Z', '25.10.2026', '24.10.2026'],
])('W-02 uploads and declarations are found on their day in Romania: %s', async (_, moment, day, other) => {
  const now = () => Date.parse(moment)
  const { uploads, declarations, close } = await openArchive({ dataDir: temporaryFolder(), environment: 'prod', now })
  onTestFinished(close)
  uploads.begin({ ...uploaded('a', 'F-1', '1.00'), invoice: null }, false)
  declarations.begin([declared('a', {}), declared('b', {})])
  // Filed the day before, by the authority's word.
  const filedOn = Temporal.PlainDate.from(day.split('.').reverse().join('-')).subtract({ days: 1 }).toString()
  declarations.update(2, { filedOn })
  const found = (search: string) => [uploads, declarations].map(list => ids(list.list({ ...PAGE, search })))
  expect(found('azi')).toEqual([[1], [1]])
  expect(found(day)).toEqual([[1], [1]])
  expect(found(other)[0]).toEqual([])
  expect(found('ieri')).toEqual([[], [2]])
  const sort = { by: 'filed', descending: false } as const
  expect(ids(declarations.list({ ...PAGE, sort }))).toEqual([2, 1])
})
