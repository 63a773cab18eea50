import { expect, test } from 'vitest'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { createMailList } from './mail-list.ts'
import { mailOf } from './mailbox.fixture.ts'
import { chosenType, isWholeMail, kindValue, typeValue, wholeOf } from './query.ts'

type Asked = { offset: number; limit: number; [filter: string]: unknown }

function setUp(answer: (asked: Asked) => { items: number; total: number }) {
  const asked: Asked[] = []
  const host = inMemoryHost({
    'mailbox.list': params => {
      asked.push(params as Asked)
      const { items, total } = answer(params as Asked)
      const { offset } = params as Asked
      return {
        items: Array.from({ length: items }, (_, index) => mailOf(String(1000 + offset + index))),
        total,
        types: [{ type: 'RECIPISA', kind: 'receipt', count: total, unread: 2 }],
        companies: [],
      }
    },
  })
  return { asked, list: createMailList(connectHost(host.open), undefined) }
}

test('only the filters that are chosen are asked of the host, and the counts come with the rows', async () => {
  const { asked, list } = setUp(() => ({ items: 1, total: 1 }))
  await list.ask(wholeOf(undefined))
  await list.ask({ ...wholeOf('14399840'), ...chosenType(kindValue('act')), unread: true, search: ' impunere ' })
  await list.ask({ ...wholeOf('14399840'), ...chosenType(typeValue('MESAJ TIP NOU')), since: '2026-11-01' })
  expect(asked).toEqual([
    { offset: 0, limit: 100 },
    { offset: 0, limit: 100, cui: '14399840', kind: 'act', unread: true, search: 'impunere' },
    { offset: 0, limit: 100, cui: '14399840', type: 'MESAJ TIP NOU', since: '2026-11-01' },
  ])
  expect(list.types.value).toEqual([{ type: 'RECIPISA', kind: 'receipt', count: 1, unread: 2 }])
})

test('where the host gives fewer rows than a page has, the rest is asked for too', async () => {
  const { asked, list } = setUp(({ offset }) => ({ items: Math.min(40, 130 - offset), total: 130 }))
  await list.ask(wholeOf(undefined))
  expect(asked.map(({ offset, limit }) => [offset, limit])).toEqual([
    [0, 100],
    [40, 60],
    [80, 20],
  ])
  expect(list.items.value.size).toBe(120)
})

test('a choice among types is of a kind or of a type, and of nothing when it is left', () => {
  expect(chosenType('')).toEqual({ kind: undefined, type: undefined })
  expect(chosenType('kind:receipt')).toEqual({ kind: 'receipt', type: undefined })
  expect(chosenType('type:kind:odd')).toEqual({ kind: undefined, type: 'kind:odd' })
})

test('a company alone is the whole of its mailbox; a search, a day or what is new is a part', () => {
  expect(isWholeMail(wholeOf('14399840'))).toBe(true)
  expect(isWholeMail({ ...wholeOf(undefined), search: '  ' })).toBe(true)
  expect(isWholeMail({ ...wholeOf(undefined), until: '2026-11-01' })).toBe(false)
  expect(isWholeMail({ ...wholeOf(undefined), unread: true })).toBe(false)
})
