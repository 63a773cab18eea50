import { expect, test } from 'vitest'
import type { ListedMessage } from '../../../../shared/domain/invoices.ts'
import { type ReadPage, readAllPages } from './all-pages.ts'

const message = (n: number): ListedMessage => ({
  id: String(n),
  uploadIndex: String(n),
  cui: '14399840',
  kind: 'sent',
  type: 'FACTURA TRIMISA',
  createdAt: n,
  details: '',
  sellerCui: null,
  buyerCui: null,
  selfBilled: false,
})

/** A list in pages of three entries, which `change` changes after each read; it counts the reads. */
function list(ids: number[], change: (ids: number[], read: number) => void = () => undefined, tell = truth) {
  const state = { ids: [...ids], reads: 0 }
  const readPage: ReadPage = async page => {
    const pages = Math.ceil(state.ids.length / 3)
    state.reads++
    const messages = state.ids.slice((page - 1) * 3, page * 3).map(message)
    const totals = tell(state.ids.length, pages)
    change(state.ids, state.reads)
    return page > pages ? undefined : { messages, unread: [], perPage: 3, ...totals }
  }
  return { state, readPage }
}
type Tell = (total: number, pages: number) => { total: number | undefined; pages: number | undefined }
const truth: Tell = (total, pages) => ({ total, pages })
const nothing: Tell = () => ({ total: undefined, pages: undefined })
const upTo = (n: number) => Array.from({ length: n }, (_, index) => n - index)

test('E-11 a single page is read once, several until nothing new comes', async () => {
  for (const [count, reads] of [
    [0, 1],
    [1, 1],
    [2, 1],
    // A full page does not count as the last one.
    [3, 2],
    [4, 4],
    [9, 8],
  ] as const) {
    const { state, readPage } = list(upTo(count))
    const { messages, settled } = await readAllPages(readPage)
    expect(messages).toHaveLength(count)
    expect([state.reads, settled]).toEqual([reads, true])
  }
})

test('E-11 without totals a short page or a missing one ends the list', async () => {
  for (const [count, reads] of [
    [2, 1],
    [3, 4],
    [7, 6],
    [9, 8],
  ] as const) {
    const { state, readPage } = list(upTo(count), undefined, nothing)
    expect(await readAllPages(readPage)).toMatchObject({ messages: { length: count }, settled: true })
    expect([count, state.reads]).toEqual([count, reads])
  }
})

test('E-11 whatever the totals say, all pages are read and the list comes to rest', async () => {
  const tellings: [string, Tell][] = [
    ['one page', () => ({ total: 3, pages: 1 })],
    ['no entries', () => ({ total: 0, pages: 0 })],
    ['too many pages', (total, pages) => ({ total: total + 14_130, pages: pages + 29 })],
    ['one page too many', (total, pages) => ({ total: total + 3, pages: pages + 1 })],
    ['a total alone', total => ({ total, pages: undefined })],
    ['pages alone', (_, pages) => ({ total: undefined, pages })],
  ]
  for (const [what, tell] of tellings)
    for (const count of [0, 1, 2, 3, 6, 7, 9]) {
      const { state, readPage } = list(upTo(count), undefined, tell)
      const { messages, settled } = await readAllPages(readPage)
      expect([messages.length, settled], `${what}, ${count}`).toEqual([count, true])
      // Several pages show a single moment only if two passes agree.
      expect(state.reads, `${what}, ${count}`).toBeGreaterThanOrEqual(count > 3 ? 2 * Math.ceil(count / 3) : 1)
      expect(state.reads, `${what}, ${count}`).toBeLessThanOrEqual(count < 3 ? 2 : 2 * (Math.ceil(count / 3) + 1))
    }
})

test('E-11 a service that repeats its last page is not read for ever', async () => {
  const { state, readPage } = list(upTo(6))
  const clamped: ReadPage = page => readPage(Math.min(page, 2))
  expect(await readAllPages(clamped)).toMatchObject({ messages: { length: 6 }, settled: true })
  expect(state.reads).toBe(6)
})

test('E-11 whatever comes and goes between two pages, no entry that stays is lost or doubled', async () => {
  for (let seed = 1; seed <= 1000; seed++) {
    let random = seed
    const next = (below: number) => {
      random = (random * 48_271) % 2_147_483_647
      return random % below
    }
    let fresh = 1000
    const start = upTo(5 + next(12))
    const { state, readPage } = list(start, (ids, read) => {
      if (read > 8) return
      for (let times = next(3); times > 0; times--) {
        if (next(2) === 0) ids.splice(next(ids.length + 1), 0, fresh++)
        else ids.splice(next(ids.length), 1)
      }
    })
    const { messages, settled } = await readAllPages(readPage)
    const found = messages.map(({ id }) => Number(id))
    expect(new Set(found).size).toBe(found.length)
    expect(settled).toBe(true)
    const stayed = start.filter(id => state.ids.includes(id))
    expect(found).toEqual(expect.arrayContaining(stayed))
  }
})

test('E-11 a list that never rests is read a bounded number of times', async () => {
  let fresh = 1000
  const { state, readPage } = list(upTo(7), ids => ids.unshift(fresh++))
  const { messages, settled } = await readAllPages(readPage)
  expect(settled).toBe(false)
  expect(messages.map(({ id }) => Number(id))).toEqual(expect.arrayContaining(upTo(7)))
  expect(state.reads).toBeLessThan(100)
})

test('E-11 an entry that a pass finds anew calls for one more pass, though the totals stay', async () => {
  const { state, readPage } = list(upTo(7), (ids, read) => {
    if (read === 3) ids.splice(0, ids.length, 1000, ...upTo(6))
  })
  const { messages, settled } = await readAllPages(readPage)
  expect([messages.length, settled, state.reads]).toEqual([8, true, 9])
})

test('E-11 a page with room left does not end a list that promises more, in pages or in entries', async () => {
  for (const told of [{ total: 4 }, { pages: 2 }, { total: 1, pages: 2 }, { total: 4, pages: 1 }]) {
    const pages = [upTo(4).slice(0, 2), upTo(4).slice(2)].map(ids => ids.map(message))
    const readPage: ReadPage = async page => {
      const messages = pages[page - 1]
      return messages && { messages, unread: [], perPage: 3, total: undefined, pages: undefined, ...told }
    }
    expect([told, await readAllPages(readPage)]).toMatchObject([told, { messages: { length: 4 }, settled: true }])
  }
})

test('E-11 entries that cannot be read take their room on a page', async () => {
  const readPage: ReadPage = async page => {
    const unread = [{ problem: 'x', entry: { page } }]
    const messages = { 1: [1, 2], 2: [3, 4], 3: [5] }[page]?.map(message)
    return messages && { messages, unread, perPage: 3, total: undefined, pages: undefined }
  }
  expect(await readAllPages(readPage)).toMatchObject({ messages: { length: 5 }, settled: true })
})
