import { expect, test } from 'vitest'
import { openArchive } from '../core/open.ts'
import { aMessage, CUI, temporaryFolder } from '../core/test-archive.fixture.ts'
import type { Cursor } from './exchange.ts'

const KEY = { cui: CUI, uploadIndex: '51' }
const CURSOR: Cursor = { epoch: 'refăcut all', txid: '1', seq: '1', since: '1' }

/** A seat whose office has its state of an invoice, `checked` at 100. */
async function aSeat() {
  const clock = { now: 100 }
  const archive = await openArchive({ dataDir: temporaryFolder(), environment: 'prod', now: () => clock.now })
  archive.messages.record([aMessage({ id: '1' })])
  archive.exchange.begin()
  archive.books.mark([KEY], { state: 'checked' }, 'ana')
  const outgoing = () => archive.exchange.outgoing({ after: 0, limit: 10, companies: 'all' })
  archive.exchange.sent(outgoing(), '1')
  return {
    archive,
    clock,
    /** What a colleague had exported at this moment comes in. */
    receive: (at: number) =>
      archive.exchange.receive(
        [
          {
            ...{ area: 'books', environment: 'prod', key: `${CUI} 51`, company: CUI, sha256: null },
            ...{ body: { ...KEY, state: 'exported', at, by: 'dan', note: '' }, seat: 'Dan', isHistory: false },
          },
        ],
        CURSOR,
      ),
    state: () => archive.books.select({ ids: ['1'] })[0]?.book?.state,
    books: () => outgoing().filter(({ area }) => area === 'books'),
  }
}

test('a seat that was away while the office was restored takes the later states of the books, and does not send its own', async () => {
  const { archive, receive, state, books } = await aSeat()
  archive.exchange.restart(true)
  expect(receive(200)).toEqual([])
  expect(state()).toBe('exported')
  expect(books()).toEqual([])
  archive.close()
})

test('a state that the restored office has forgotten goes out again, and its older one does not replace it', async () => {
  const { archive, receive, state, books } = await aSeat()
  archive.exchange.restart(true)
  receive(50)
  expect(state()).toBe('checked')
  expect(books()).toMatchObject([{ body: { state: 'checked' } }])
  archive.close()
})

test('a change that waits is later than all, whatever the clocks say, also after a restore', async () => {
  const { archive, clock, receive, state, books } = await aSeat()
  clock.now = 150
  archive.books.mark([KEY], { state: 'new' }, 'ana')
  archive.exchange.restart(true)
  receive(200)
  expect(state()).toBe('new')
  expect(books()).toMatchObject([{ body: { state: 'new' } }])
  archive.close()
})

test('a note that waits stays when an earlier one of this seat comes back, whose sending this archive never saw succeed', async () => {
  const { archive, clock, books } = await aSeat()
  const note = () => archive.books.select({ ids: ['1'] })[0]?.book?.note
  archive.books.mark([KEY], { note: 'unu' }, 'ana')
  const sent = books().map(entry => ({ ...entry, seat: null, isHistory: false }))
  clock.now = 150
  archive.books.mark([KEY], { note: 'doi' }, 'ana')
  archive.exchange.receive(sent, CURSOR)
  expect([sent.length, note(), books().length]).toEqual([1, 'doi', 1])
  archive.close()
})

test('a seat with an archive of its own takes the office’s later states of the books when it joins', async () => {
  const { archive, receive, state } = await aSeat()
  archive.exchange.end()
  archive.exchange.begin()
  receive(200)
  expect(state()).toBe('exported')
  archive.close()
})

test('reading from the beginning sends nothing again while the office is the same', async () => {
  const { archive, receive, state } = await aSeat()
  archive.exchange.restart(false)
  expect(archive.exchange.waiting()).toBe(0)
  // The office has its states in their order: a colleague's clock may be behind.
  receive(50)
  expect(state()).toBe('exported')
  archive.close()
})
