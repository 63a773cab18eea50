import { expect, test } from 'vitest'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { batchOf, knownOf, lookupOf, NOT_FOUND } from './lookups.fixture.ts'
import { createLookups, cuisIn } from './lookups.ts'

const KNOWN = [
  knownOf('14399840', 'ACME SRL'),
  knownOf('9010105', 'ROMTEST SRL'),
  knownOf('34878414', 'ROMTEST NORD SA'),
]

function create(answers: Parameters<typeof inMemoryHost>[0] = {}) {
  const host = inMemoryHost({
    'lookups.known': params => {
      const { search } = params as { search: string }
      const items = KNOWN.filter(({ name }) => name?.toLowerCase().includes(search.toLowerCase()))
      return { items, total: items.length }
    },
    'lookups.get': params => ({
      companies: (params as { cuis: string[] }).cuis.map(cui => lookupOf({ cui, vat: NOT_FOUND })),
    }),
    'lookups.history': () => ({ items: [] }),
    'lookups.statements': () => ({ statements: [] }),
    'batches.list': () => ({ batches: [] }),
    ...answers,
  })
  const lookups = createLookups(connectHost(host.open), () => Date.parse('2026-11-20T10:00:00Z'))
  const asked = () =>
    host.received.flatMap(frame => {
      const { method, params } = frame as { method: string; params: { cuis: string[] } }
      return method === 'lookups.get' ? [params] : []
    })
  const shown = () => {
    const pane = lookups.pane.value
    return pane?.is === 'company' ? pane.company.cui : pane?.is
  }
  return { host, lookups, asked, shown }
}

test.each([
  ['14399840', ['14399840']],
  ['RO 14399840', ['14399840']],
  ['14.399.840', ['14399840']],
  ['14399841', ['14399841']],
  ['Cod fiscal: RO14399840', ['14399840']],
  ['Cod fiscal 14399841', ['14399841']],
  ['ACME SRL', []],
  ['Alfa 14399840 SRL', []],
  ['1960101223344', []],
  ['0', []],
  ['-14399840', []],
  ['', []],
])('P-08 what stands in the search box as %j is the CUIs %j', (text, cuis) => {
  expect(cuisIn(text)).toEqual(cuis)
})

test('a CUI opens its page, and the search is cleared', async () => {
  const { lookups, shown } = create()
  lookups.type('RO 14399840')
  expect(await lookups.submit()).toBe('opened')
  expect(shown()).toBe('14399840')
  expect(lookups.search.value).toBe('')
})

test('a name opens the only matching known company, or asks to choose among several', async () => {
  const { lookups, shown } = create()
  lookups.type('acme')
  expect(await lookups.submit()).toBe('opened')
  expect(shown()).toBe('14399840')
  lookups.back()
  lookups.type('romtest')
  expect(await lookups.submit()).toBe('several')
  lookups.type('nimeni')
  expect(await lookups.submit()).toBe('nothing')
  expect(shown()).toBeUndefined()
})

test('Enter opens no company of a search that began after it', async () => {
  const { lookups, shown } = create()
  lookups.type('romtest')
  const submitted = lookups.submit()
  lookups.type('romtest nord')
  expect(await submitted).toBeUndefined()
  await expect.poll(() => lookups.known.total.value).toBe(1)
  expect(shown()).toBeUndefined()
})

test('a search that failed is not said to have found nothing', async () => {
  const { lookups } = create({
    'lookups.known': () => {
      throw { code: 'internal', message: 'broken' }
    },
  })
  lookups.type('acme')
  expect(await lookups.submit()).toBeUndefined()
  expect(lookups.known.error.value).toBeDefined()
})

test('a number that is not a CUI is reported and not sent', async () => {
  const { lookups, asked } = create()
  for (const text of ['1960101223344', '0', '-5', '123456789012']) {
    lookups.type(text)
    expect(await lookups.submit(), text).toBe('shape')
  }
  expect(asked()).toEqual([])
})

test('U-03 several companies requested elsewhere are shown together, in one question', async () => {
  const { lookups, asked } = create()
  lookups.lookUp(['14399840', '9010105'])
  expect([lookups.inFront.value, lookups.list.value]).toEqual([true, 'selection'])
  await expect.poll(() => lookups.selection.value?.lookups.length).toBe(2)
  expect(asked().map(({ cuis }) => cuis)).toEqual([['14399840', '9010105']])
})

test('U-03 one company requested elsewhere opens its page, none opens the search', () => {
  const { lookups, shown } = create()
  lookups.lookUp([])
  expect([lookups.inFront.value, shown()]).toEqual([true, undefined])
  lookups.lookUp(['9010105'])
  expect(shown()).toBe('9010105')
})

test('P-11 choosing another day queries the shown company again', async () => {
  const { lookups, asked } = create()
  lookups.open('14399840')
  lookups.chooseDay('2020-01-31')
  await expect.poll(() => asked().some(params => 'day' in params && params.day === '2020-01-31')).toBe(true)
  expect(lookups.pane.value).toMatchObject({ is: 'company', company: { day: '2020-01-31' } })
  expect(lookups.panes.value).toHaveLength(1)
})

test('P-11 a late answer for the day before does not show companies under the chosen day', async () => {
  const late = Promise.withResolvers<void>()
  const { lookups } = create({
    'lookups.get': async params => {
      const { cuis, day } = params as { cuis: string[]; day?: string }
      if (day === undefined) await late.promise
      return { companies: cuis.map(cui => lookupOf({ cui, day: day ?? '2026-11-20', vat: NOT_FOUND })) }
    },
  })
  const days = () => lookups.selection.value?.lookups.map(({ day }) => day)
  lookups.lookUp(['14399840', '9010105'])
  lookups.chooseDay('2020-01-31')
  await expect.poll(days).toEqual(['2020-01-31', '2020-01-31'])
  const shown = lookups.selection.value
  late.resolve()
  await lookups.known.reload() // the host answers in order
  expect(lookups.selection.value).toBe(shown)
})

test('a company of a batch is queried for the batch’s day and leads back to the batch', () => {
  const { lookups, shown } = create()
  lookups.batches.take(batchOf(7, 'done'))
  lookups.openBatch(7)
  lookups.open('14399840', '2026-11-01')
  expect(lookups.pane.value).toMatchObject({ company: { day: '2026-11-01' } })
  lookups.back()
  expect(shown()).toBe('batch')
  lookups.back()
  lookups.back()
  expect(shown()).toBeUndefined()
})

test('a pasted list and dropped files open the draft of a list', async () => {
  const { host, lookups, shown } = create()
  lookups.takeText('14399840\n9010105', 'lista.txt')
  expect(shown()).toBe('draft')
  await expect
    .poll(() => host.received)
    .toMatchObject([{ method: 'batches.inspect', params: { fileName: 'lista.txt' } }])
  lookups.back()
  lookups.takeFiles([])
  expect(shown()).toBeUndefined()
  lookups.takeFiles([new File(['1'], 'a.csv')])
  expect(shown()).toBe('draft')
})
