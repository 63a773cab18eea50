import { describe, expect, test } from 'vitest'
import { readAllPages } from '../../efactura/lists/all-pages.ts'
import { type ListPage, parseList } from '../../efactura/lists/lists.ts'
import { parseRegisterAnswer } from '../../registers/registers-answer.ts'
import { classify } from './answer.ts'
import { isNoMessages } from './notes.ts'

const CUI = '14399840'
const entry = (id: unknown) => ({
  id,
  id_solicitare: '5001',
  data_creare: '202211011336',
  cif: CUI,
  tip: 'FACTURA PRIMITA',
  detalii: '',
})
const page = (value: unknown): ListPage => {
  const read = parseList(value, CUI)
  if ('problem' in read) throw new Error(read.problem)
  return read
}

describe('E-12 the note that there are no messages', () => {
  const wordings = [
    'Nu există mesaje',
    'Nu existã mesaje.',
    'NU EXISTĂ MESAJE ÎN INTERVALUL SELECTAT',
    'Nu există  mesaje în intervalul selectat.',
    'Nu există mesaje în ultimele 20 de zile',
    'Nu exista\u0306 mesaje i\u0302n ultimele 60 zile',
    'Nu exist? mesaje ?n intervalul selectat',
    'Nu existÄƒ mesaje Ã®n intervalul selectat',
  ]
  test.each(wordings)('is known as “%s”', wording => expect(isNoMessages(wording)).toBe(true))
  const others = [
    'Nu există mesaje pentru care să aveți acces',
    'Nu există mesaje: serviciul este oprit',
    'Nu există mesajele cerute',
    'Există mesaje în intervalul selectat',
    'Eroare: nu exista mesaje in intervalul selectat',
  ]
  test.each(others)('is not “%s”', wording => expect(isNoMessages(wording)).toBe(false))
  test('is known in the character sets of the older services', () => {
    const latin2 = Buffer.from('{"eroare":"Nu exist\xe3 mesaje \xeen intervalul selectat","titlu":"Lista"}', 'latin1')
    const body = classify(latin2)
    expect(body.kind === 'note' && isNoMessages(body.note)).toBe(true)
  })
})

describe('E-11 a short page', () => {
  const totals = [
    {},
    { numar_total_inregistrari: null, numar_total_pagini: null, numar_total_inregistrari_per_pagina: null },
    { numar_total_inregistrari: '', numar_total_pagini: '', numar_total_inregistrari_per_pagina: '' },
    { numar_total_inregistrari: 0, numar_total_pagini: 0 },
    { numar_total_inregistrari: 'trei', numar_total_pagini: -1 },
    { numar_total_inregistrari: '3', numar_total_pagini: '1', numar_total_inregistrari_per_pagina: '500' },
  ]
  test.each(totals)('with the totals %j is the whole list, read once', async told => {
    let reads = 0
    const read = await readAllPages(async () => {
      reads++
      return page({ mesaje: [entry(1), entry('2'), entry(3)], ...told })
    })
    expect(read.messages.map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect([read.settled, reads]).toEqual([true, 1])
  })

  test.each(totals.slice(0, 5))('follows full ones with the totals %j, and none is left out', async told => {
    const full = Array.from({ length: 500 }, (_, n) => entry(n + 1))
    const read = await readAllPages(async n => page({ mesaje: n === 1 ? full : [entry(501)], ...told }))
    expect(read.messages).toHaveLength(501)
  })
})

test('numbers written as text, and texts written as numbers, are read', () => {
  const odd = { ...entry(7), id_solicitare: 5001, cif: 14399840, tip: 12, detalii: 34, data_creare: 202_211_011_336 }
  const { messages, unread } = page({ mesaje: [odd], numar_total_inregistrari: '1' })
  expect(unread).toEqual([])
  expect(messages).toMatchObject([{ id: '7', uploadIndex: '5001', cui: CUI, type: '12', details: '34', kind: 'other' }])
  for (const status of [400, '400']) {
    const value = { status, error: 'Bad Request', message: 'Parametrul id' }
    expect(classify(Buffer.from(JSON.stringify(value)))).toEqual({
      kind: 'note',
      note: 'Parametrul id',
      title: 'Bad Request',
      isMalformed: false,
      value,
    })
  }
})

test.each([200, '200', ' 200 ', '0200'])('P-03 cod %j of a register is success', cod => {
  const record = { cui: '14399840', denumire: 'A', stare: true }
  const farmers = parseRegisterAnswer(
    'farmers',
    { cod, message: 'SUCCESS', found: [], notFound: ['14399840'] },
    undefined,
  )
  expect(farmers).toEqual({ kind: 'page', records: [], notFound: ['14399840'] })
  const one = parseRegisterAnswer('e-invoicing', { cod, found: [record], notFound: [] }, new Set([record.cui]))
  expect(one.kind).toBe('page')
  expect(parseRegisterAnswer('vat', { cod, message: 'SUCCESS' }, undefined)).toMatchObject({ kind: 'wrong' })
})

test.each([500, '500'])('P-03 cod %j of a register is a refusal with its words', cod => {
  const refusal = parseRegisterAnswer('vat', { cod, message: 'Data incorecta' }, undefined)
  expect(refusal).toEqual({ kind: 'refused', note: 'Data incorecta' })
})
