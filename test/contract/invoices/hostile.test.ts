import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { createWorld } from '../../authority/world/world.ts'
import { HostProcess } from '../support/host.ts'
import { openOffice } from '../support/office.ts'
import { type Desk, failureOf, hastyClock, never, openDesk } from '../support/wire.ts'

const CUI = '14399840'
const DAY = 86_400_000

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test('H-12 invoices behind a document of 32 MB of elements arrive and are described in the same sync, and no next one ends', async () => {
  const hostile = ['xml-elements', 'xml-levels', 'xml-hidden-dtd'] as const
  const ids: string[] = []
  const office = await openOffice({
    world: now => {
      const world = createWorld({ now })
      world.addCompany(CUI, 'Firma SRL')
      for (let n = 0; n < hostile.length + 12; n++) {
        const { messages } = world.addInvoice({ seller: CUI, buyer: '1590082', uploadedAt: now() - DAY + n * 60_000 })
        ids.push(messages[0]?.id ?? '')
      }
      return world
    },
  })
  closing.push(() => office.close())
  await office.addCompanies()
  for (const [n, what] of hostile.entries()) {
    const match = { path: 'descarcare', query: { id: ids[n] ?? '' } }
    office.authority.faults.add({ match, times: 'always', effect: { kind: 'hostile', what } })
  }
  const host = new HostProcess(office.env)
  closing.push(() => host.close())
  expect(await host.request('invoices.sync', {})).toMatchObject({ downloaded: ids.length, failed: 0 })
  const { items } = await host.request('invoices.list', {})
  const found = ids.map(id => items.find(item => item.id === id))
  expect(found.map(item => item?.state)).toEqual(ids.map(() => 'archived'))
  expect(found.slice(hostile.length).every(item => item?.invoice && !item.undescribed)).toBe(true)
  const reasons = found.slice(0, hostile.length).map(item => item?.undescribed?.details.reason)
  expect(reasons).toEqual(['document-too-complex', 'document-too-complex', 'document-dtd'])
  // Nothing is requested or examined a second time.
  expect(await host.request('invoices.sync', {})).toMatchObject({ downloaded: 0, failed: 0 })
  expect(office.authority.journal.find({ path: 'descarcare' })).toHaveLength(ids.length)
  const shown = await host.request('invoices.get', { id: ids[0] ?? '' })
  expect(shown).toMatchObject({
    document: null,
    item: { undescribed: { details: { reason: 'document-too-complex' } } },
  })
})

test('hostile answers of every other operation are errors with the bytes kept', async () => {
  const desk: Desk = await openDesk({
    world: now => {
      const world = createWorld({ now })
      world.addCompany(CUI, 'Firma SRL')
      world.addInvoice({ seller: CUI, buyer: '1590082', uploadedAt: now() - DAY })
      return world
    },
  })
  closing.push(() => desk.close())
  const wire = await desk.wire({ clock: hastyClock() })
  await desk.signIn(wire)
  const uploadIndex = [...desk.authority.world.messages.values()][0]?.upload.uploadIndex ?? ''
  const bodies = [
    '{"mesaje":{"id":"1"}}',
    '{"mesaje":[]}}',
    '[]',
    'null',
    '<?xml version="1.0"?><header xmlns="x"/>',
    '<!DOCTYPE header [<!ENTITY a "b">]><header stare="&a;"/>',
    '<header stare="ok" id_descarcare="../../x"/>',
    `<header stare="ok" id_descarcare="${'9'.repeat(30)}"/>`,
    '\u0000\u0001',
  ]
  const calls = {
    stareMesaj: () => wire.eInvoicing.status(uploadIndex, never),
    listaMesajeFactura: () => wire.eInvoicing.listByDays({ cui: CUI, days: 5 }, never),
    listaMesajePaginatieFactura: () => wire.eInvoicing.listWindow({ cui: CUI }, never),
  }
  for (const [path, call] of Object.entries(calls))
    for (const body of bodies) {
      desk.authority.faults.add({ match: { path }, times: 'always', effect: { kind: 'body', body } })
      const error = await failureOf(call())
      expect([path, body, error.reason]).toEqual([path, body, 'answer-unexpected'])
      expect(readFileSync(String(error.params.kept)).toString()).toBe(body)
      desk.authority.faults.clear()
    }
  expect(await calls.stareMesaj()).toMatchObject({ kind: 'ok' })
  expect(await calls.listaMesajeFactura()).toMatchObject({ messages: [{ cui: CUI }] })
})
