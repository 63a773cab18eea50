import { describe, expect, test } from 'vitest'
import type { NewDocument } from '../../authority/world/world.ts'
import {
  asked,
  CUI,
  company,
  DAY,
  desk,
  deskForEach,
  HOUR,
  ids,
  open,
  PAGED,
  PARTNER,
  worldIds,
} from '../support/lists.ts'
import { never } from '../support/wire.ts'

deskForEach()

describe('pages', () => {
  for (const listOrder of ['newest-first', 'oldest-first'] as const) {
    test('E-11 all pages are read though index_pagina_curenta lies', async () => {
      const { eInvoicing } = await open({ world: company(1203), habits: { listOrder, wrongPageIndex: true } })
      const { messages, completeUntil } = await eInvoicing.listWindow({ cui: CUI }, never)
      expect(ids(messages)).toEqual(worldIds())
      expect(completeUntil).toBeGreaterThan(Date.now() - 60_000)
      expect(new Set(asked(PAGED).map(({ query }) => query.pagina))).toEqual(new Set(['1', '2', '3']))
    })

    test('E-11 messages that come and go between pages cause no loss and no double', async () => {
      const { eInvoicing } = await open({ world: company(1203), habits: { listOrder } })
      const { world, faults } = desk.authority
      const inOrder = world.messagesOf(CUI, 'test').map(({ id }) => id)
      const [first = '', second = '', third = ''] = listOrder === 'newest-first' ? inOrder.toReversed() : inOrder
      const late = (age: number): NewDocument => ({ seller: CUI, buyer: PARTNER, uploadedAt: Date.now() - age })
      const shifts = [
        { remove: [first] },
        // One arrives and one leaves: the total is unchanged, and yet the pages have shifted.
        { add: [late(50.5 * DAY)], remove: [second] },
        { add: [late(2 * HOUR), late(30 * DAY)] },
        { remove: [third] },
      ]
      for (const [index, shift] of shifts.entries())
        faults.add({ match: { path: PAGED }, nth: index + 1, effect: { kind: 'then', ...shift } })
      const { messages } = await eInvoicing.listWindow({ cui: CUI }, never)
      const listed = ids(messages)
      expect(new Set(listed).size).toBe(listed.length)
      expect(listed).toEqual(expect.arrayContaining(worldIds()))
    })
  }

  test('E-11 a first page that is empty, though its totals name entries, is read again', async () => {
    const { eInvoicing } = await open({ world: company(3) })
    const body =
      '{"mesaje":[],"numar_total_inregistrari":3,"numar_total_pagini":1,"serial":"1","cui":"1","titlu":"Lista"}'
    desk.authority.faults.add({ match: { path: PAGED }, effect: { kind: 'body', body } })
    const { messages, completeUntil } = await eInvoicing.listWindow({ cui: CUI }, never)
    expect(ids(messages)).toEqual(worldIds())
    expect(completeUntil).toBeGreaterThan(Date.now() - 60_000)
  })

  test('E-11 a list that never comes to rest is complete up to its start only', async () => {
    const { eInvoicing } = await open({ world: company(600) })
    const { faults } = desk.authority
    const add: NewDocument[] = [{ seller: CUI, buyer: PARTNER, uploadedAt: Date.now() - DAY }]
    faults.add({ match: { path: PAGED }, times: 'always', effect: { kind: 'then', add } })
    const from = Date.now() - 55 * DAY
    const { messages, completeUntil } = await eInvoicing.listWindow({ cui: CUI, from }, never)
    expect(completeUntil).toBe(from)
    expect(messages.length).toBeGreaterThan(600)
    expect(asked(PAGED).length).toBeLessThan(20)
  })

  test('E-11 a page beyond the last ends the list', async () => {
    const { eInvoicing } = await open({ world: company(600) })
    const remove = desk.authority.world.messagesOf(CUI, 'test').map(({ id }) => id)
    desk.authority.faults.add({ match: { path: PAGED }, effect: { kind: 'then', remove: remove.slice(0, 150) } })
    const { messages } = await eInvoicing.listWindow({ cui: CUI }, never)
    expect(ids(messages)).toEqual(expect.arrayContaining(worldIds()))
    expect(asked(PAGED).map(({ status }) => status)).toContain(200)
  })

  test('E-11 a page with room left ends the list, and a full one is followed by a look for the next', async () => {
    for (const [count, requests] of [
      [0, 1],
      [499, 1],
      [500, 2],
      [1000, 6],
    ] as const) {
      const { eInvoicing } = await open({ world: company(count) })
      const from = Date.now() - 59 * DAY
      const { messages, completeUntil } = await eInvoicing.listWindow({ cui: CUI, from }, never)
      expect(messages).toHaveLength(count)
      expect(completeUntil).toBeGreaterThan(from)
      expect(asked(PAGED)).toHaveLength(requests)
      if (count < 1000) await desk.close()
    }
  })

  test('E-11 a full page that claims to be the only one does not hide the next', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const entry = (n: number) => ({
      id: `${n}`,
      id_solicitare: `${n}`,
      data_creare: '202211011336',
      cif: CUI,
      tip: 'X',
    })
    const told = { numar_total_inregistrari_per_pagina: 500, numar_total_inregistrari: 500, numar_total_pagini: 1 }
    for (const [pagina, from, size] of [
      ['1', 1000, 500],
      ['2', 2000, 3],
    ] as const) {
      const mesaje = Array.from({ length: size }, (_, n) => entry(from + n))
      const effect = { kind: 'body', body: JSON.stringify({ ...told, mesaje, index_pagina_curenta: 1 }) } as const
      desk.authority.faults.add({ match: { path: PAGED, query: { pagina } }, times: 'always', effect })
    }
    const { messages, completeUntil } = await eInvoicing.listWindow({ cui: CUI, from: Date.now() - DAY }, never)
    expect(messages).toHaveLength(503)
    expect(completeUntil).toBeGreaterThan(Date.now() - HOUR)
  })
})
