import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import {
  addInvoice,
  BY_DAYS,
  CUI,
  company,
  desk,
  deskForEach,
  HOUR,
  ids,
  open,
  PAGED,
  PARTNER,
} from '../support/lists.ts'
import { failureOf, never } from '../support/wire.ts'

deskForEach()

describe('entries', () => {
  test('E-15 an unknown type is kept as it is', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const type = 'NOTIFICARE  Nouă (2027)'
    const { messages } = addInvoice(desk.authority.world, { type, details: 'Ceva', uploadedAt: Date.now() - HOUR })
    const listed = await eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    expect(listed.messages).toMatchObject([{ id: messages[0]?.id, type, kind: 'other', sellerCui: null }])
    expect((await eInvoicing.download(messages[0]?.id ?? '', never)).kind).toBe('zip')
  })

  test('E-16 seller and buyer come from the three wordings', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const { world } = desk.authority
    const uploadedAt = Date.now() - HOUR
    const plain = addInvoice(world, { uploadedAt })
    const selfBilled = addInvoice(world, { seller: PARTNER, buyer: CUI, selfBilled: true, uploadedAt })
    const refused = addInvoice(world, { outcome: 'nok', uploadedAt })
    const { messages } = await eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    const of = (uploadIndex: string) => messages.find(message => message.uploadIndex === uploadIndex)
    expect(of(plain.upload.uploadIndex)).toMatchObject({
      kind: 'sent',
      sellerCui: CUI,
      buyerCui: PARTNER,
      selfBilled: false,
    })
    expect(of(selfBilled.upload.uploadIndex)).toMatchObject({
      kind: 'received',
      sellerCui: PARTNER,
      buyerCui: CUI,
      selfBilled: true,
    })
    expect(of(refused.upload.uploadIndex)).toMatchObject({ kind: 'errors', sellerCui: null, buyerCui: null })
  })

  test('E-16 fields of the wire win over the wording, and numbers do for texts', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const entry = {
      id: 3_001_503_294,
      id_solicitare: 5_001_131_297,
      data_creare: 202_211_011_336,
      cif: 8_000_000_000,
      detalii: 'Factura cu id_incarcare=5001131297 emisa de cif_emitent=8000000000 pentru cif_beneficiar=3',
      tip: ' factura trimisa ',
      cif_emitent: 'RO14399840',
    }
    const body = `\uFEFF${JSON.stringify({ mesaje: [entry], serial: '1234AA456', cui: '8000000000' })}`
    desk.authority.faults.add({ match: { path: BY_DAYS }, effect: { kind: 'body', body, contentType: 'text/html' } })
    const { messages } = await eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    expect(messages).toEqual([
      {
        id: '3001503294',
        uploadIndex: '5001131297',
        cui: '8000000000',
        kind: 'sent',
        type: ' factura trimisa ',
        createdAt: Date.parse('2022-11-01T11:36:00Z'),
        details: entry.detalii,
        sellerCui: '14399840',
        buyerCui: '3',
        selfBilled: false,
      },
    ])
  })

  test('an entry’s company is the one that it names, however it is written, and the one asked for where it names none', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const entry = { id_solicitare: '5', data_creare: '202211011336', tip: 'FACTURA NOUA' }
    const written = [CUI, Number(CUI), `RO${CUI}`, ` RO ${CUI} `, `00${CUI}`, null, '', ' ', undefined, '8000000000']
    const mesaje: object[] = written.map((cif, n) => ({ ...entry, cif, id: `${n + 1}` }))
    mesaje.push({ ...entry, id: '90', cif: 'A1' }, { ...entry, id: '91', cif: {} }, { ...entry, id: '92', cif: 7 })
    mesaje.push({ ...entry, id: 93, cif: CUI, tip: 17, detalii: { x: 1 }, cif_emitent: {} })
    const body = JSON.stringify({ mesaje, serial: '1', cui: CUI })
    desk.authority.faults.add({ match: { path: BY_DAYS }, effect: { kind: 'body', body } })
    const { messages, unread } = await eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    expect(messages.map(({ id, cui }) => [id, cui])).toEqual([
      ...written.map((cif, n) => [`${n + 1}`, cif === '8000000000' ? cif : CUI]),
      ['93', CUI],
    ])
    expect(messages.at(-1)).toMatchObject({ type: '17', kind: 'other', details: '' })
    expect(unread?.params).toMatchObject({ count: 3, problem: expect.stringMatching(/^mesaje\.10\.cif: /) })
  })

  test('E-17 the two entries of a self-billed invoice are both listed under one upload index', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const { upload } = addInvoice(desk.authority.world, { buyer: CUI, selfBilled: true, uploadedAt: Date.now() - HOUR })
    const { messages } = await eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    expect(messages.map(({ kind }) => kind).sort()).toEqual(['received', 'sent'])
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2)
    for (const message of messages) expect(message).toMatchObject({ uploadIndex: upload.uploadIndex, selfBilled: true })
  })

  test('E-17 a company that invoices itself in the plain wording has two entries of one document too', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const { upload } = addInvoice(desk.authority.world, { buyer: CUI, uploadedAt: Date.now() - HOUR })
    const { messages } = await eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    expect(messages.map(({ kind }) => kind).sort()).toEqual(['received', 'sent'])
    for (const message of messages) {
      expect(message.details).not.toContain('autofactura')
      expect(message).toMatchObject({
        uploadIndex: upload.uploadIndex,
        sellerCui: CUI,
        buyerCui: CUI,
        selfBilled: true,
      })
    }
  })

  test('a list that is not as documented is kept and named', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const bodies = ['{"mesaje":{"id":"x"}}', '{"lista":[]}', '{"mesaje":[]}}', '<html>ceva</html>', '', 'text']
    for (const body of bodies) {
      desk.authority.faults.add({ match: { path: BY_DAYS }, effect: { kind: 'body', body } })
      const error = await failureOf(eInvoicing.listByDays({ cui: CUI, days: 1 }, never))
      expect(error).toMatchObject({ reason: 'answer-unexpected', params: { operation: BY_DAYS } })
    }
  })
})

describe('an entry that cannot be read', () => {
  const strange = { id: 'x', id_solicitare: '1', data_creare: '202211011336', tip: 'FACTURA NOUA' }
  const good = { ...strange, id: '7', cif: CUI }

  test('holds no other back, and is reported with the answer kept once', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const body = JSON.stringify({ mesaje: [strange, good, null] })
    desk.authority.faults.add({ match: { path: BY_DAYS }, times: 2, effect: { kind: 'body', body } })
    const read = () => eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    const { messages, unread } = await read()
    expect(ids(messages)).toEqual(['7'])
    expect(unread).toMatchObject({ reason: 'entries-unread', params: { cui: CUI, count: 2 } })
    expect(unread?.params.problem).toMatch(/^mesaje\.0\.id: /)
    const kept = String(unread?.params.kept)
    expect(await readFile(kept, 'utf8')).toBe(body)
    expect((await read()).unread?.params.kept).toBe(kept)
    expect((await read()).unread).toBeUndefined()
  })

  test('on a page is counted once over all passes, and does not end the pages', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const page = (entries: object[]) =>
      JSON.stringify({ mesaje: entries, numar_total_inregistrari_per_pagina: 1, numar_total_pagini: 2 })
    desk.authority.faults.add({
      match: { path: PAGED, query: { pagina: '1' } },
      times: 'always',
      effect: { kind: 'body', body: page([strange]) },
    })
    desk.authority.faults.add({
      match: { path: PAGED, query: { pagina: '2' } },
      times: 'always',
      effect: { kind: 'body', body: page([good]) },
    })
    const { messages, unread } = await eInvoicing.listWindow({ cui: CUI }, never)
    expect(ids(messages)).toEqual(['7'])
    expect(unread?.params.count).toBe(1)
  })
})
