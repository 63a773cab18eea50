import { describe, expect, test } from 'vitest'
import { daysBefore } from '../../../shared/domain/romania-time.ts'
import { asked, CUI, company, DAY, desk, deskForEach, HOUR, open, PAGED } from '../support/lists.ts'
import { failureOf, never } from '../support/wire.ts'

deskForEach()

describe('the window', () => {
  const rejections = () =>
    asked(PAGED).filter(({ query, authorityTime }) => {
      const [start, end] = [Number(query.startTime), Number(query.endTime)]
      return end > authorityTime || start < daysBefore(authorityTime, 60)
    })

  test('E-13 the whole window stays clear of both limits', async () => {
    const { eInvoicing } = await open({ world: company(5) })
    await eInvoicing.listWindow({ cui: CUI }, never)
    await eInvoicing.listWindow({ cui: CUI, from: Date.now() - 60 * DAY, until: Date.now() + HOUR }, never)
    await eInvoicing.listWindow({ cui: CUI, from: 0 }, never)
    expect(rejections()).toEqual([])
    expect(asked(PAGED)).toHaveLength(3)
    for (const { query } of asked(PAGED)) {
      expect(Number(query.startTime)).toBeLessThan(Date.now() - 60 * DAY + 5 * 60_000)
      expect(Number(query.endTime)).toBeGreaterThan(Date.now() - 60_000)
    }
  })

  for (const [season, day] of [
    ['spring', '2026-04-20'],
    ['summer', '2026-07-20'],
    ['autumn', '2026-11-20'],
  ] as const) {
    test(`E-13 60 days back in ${season}, whichever way the clocks changed in between, are within both limits`, async () => {
      const offset = Date.parse(`${day}T09:00:00Z`) - Date.now()
      const { eInvoicing } = await open({ world: company(5), clockOffsetMs: offset }, offset)
      expect((await eInvoicing.listWindow({ cui: CUI, from: 0 }, never)).messages).toHaveLength(5)
      expect(rejections()).toEqual([])
      expect(asked(PAGED)).toHaveLength(1)
    })
  }

  for (const quoteRequestMoment of [true, false]) {
    for (const skew of [-3 * HOUR, -40_000, 1_000, 3 * HOUR, 40 * DAY]) {
      test('E-13 a wrong clock never makes a window touch a limit, and costs one request', async () => {
        const { eInvoicing } = await open({ world: company(5), habits: { quoteRequestMoment } }, skew)
        const lists = Array.from({ length: 4 }, () => eInvoicing.listWindow({ cui: CUI }, never))
        for (const { messages, completeUntil } of await Promise.all(lists)) {
          expect(messages).toHaveLength(5)
          expect(completeUntil).toBeLessThanOrEqual(Date.now())
        }
        expect(rejections()).toEqual([])
        expect(asked('/hello')).toHaveLength(1)
      })

      test('E-13 a clock that the service sets meanwhile is corrected once, by the quoted moment or the Date header', async () => {
        const { eInvoicing } = await open({ world: company(5), habits: { quoteRequestMoment } })
        await eInvoicing.listWindow({ cui: CUI }, never)
        desk.authority.clock.advance(-skew)
        await eInvoicing.listWindow({ cui: CUI }, never)
        const before = rejections().length
        expect(before).toBeLessThanOrEqual(1)
        await eInvoicing.listWindow({ cui: CUI }, never)
        expect(rejections()).toHaveLength(before)
      })
    }
  }

  test('E-13 the quoted moment is read as Romania’s time and corrects a wrong Date header', async () => {
    const { eInvoicing } = await open({ world: company(5) })
    const body = JSON.stringify({
      eroare: 'endTime = 02-07-2026 11:49:24 nu poate in viitor fata de momentul requestului = 01-07-2026 12:00:00',
      titlu: 'Lista Mesaje',
    })
    desk.authority.faults.add({ match: { path: PAGED }, effect: { kind: 'body', body } })
    desk.authority.faults.add({ match: { path: PAGED }, effect: { kind: 'body', body } })
    const error = await failureOf(eInvoicing.listWindow({ cui: CUI }, never))
    expect(error.reason).toBe('authority-note')
    expect(asked(PAGED)).toHaveLength(2)
    const corrected = Number(asked(PAGED)[1]?.query.endTime)
    const quoted = Date.parse('2026-07-01T09:00:00Z')
    expect(corrected).toBeLessThanOrEqual(quoted)
    expect(corrected).toBeGreaterThan(quoted - 60_000)
  })

  test('E-14 an end before the start is refused before any request', async () => {
    const { eInvoicing } = await open({ world: company(1) })
    const before = desk.authority.journal.last
    const now = Date.now()
    for (const until of [now - DAY, now - 2 * DAY]) {
      const error = await failureOf(eInvoicing.listWindow({ cui: CUI, from: now - DAY, until }, never))
      expect(error.reason).toBe('window-inverted')
    }
    expect(desk.authority.journal.last).toBe(before)
  })

  test('E-13 an empty window costs no request', async () => {
    const { eInvoicing } = await open({ world: company(1) })
    const now = Date.now()
    const before = desk.authority.journal.last
    const old = await eInvoicing.listWindow({ cui: CUI, from: now - 90 * DAY, until: now - 70 * DAY }, never)
    expect(old.messages).toEqual([])
    expect((await eInvoicing.listWindow({ cui: CUI, from: now + DAY }, never)).messages).toEqual([])
    expect(desk.authority.journal.last).toBe(before)
  })
})
