import { expect, test } from 'vitest'
import { parseMailList } from './message-list.ts'

const ENTRY = {
  id: '7',
  cif: '21',
  data_creare: '20-12-2017 10:11:12',
  id_solicitare: null,
  tip: ' RECIPISA ',
  detalii: 'recipisa pentru CIF 21, tip D112, numar_inregistrare INTERNT-130000000-2017/20-12-2017',
}

function listOf(entries: unknown[], cui?: string, envelope: object = {}) {
  const list = parseMailList({ mesaje: entries, ...envelope }, cui)
  if ('problem' in list) throw new Error(list.problem)
  return list
}
const read = (change: object, cui?: string) => listOf([{ ...ENTRY, ...change }], cui)

test('S-01 an entry is read with its receipt, under its own company', () => {
  expect(read({}, '99')).toMatchObject({
    messages: [
      {
        ...{ id: '7', cui: '21', type: 'RECIPISA', kind: 'receipt', details: ENTRY.detalii, requestId: null },
        ...{ createdAt: Date.UTC(2017, 11, 20, 8, 11, 12), hasTime: true, servedOn: null },
        receipt: { uploadIndex: '130000000', form: 'D112' },
      },
    ],
    unread: [],
  })
  expect(read({ tip: 'PLATA' }).messages).toMatchObject([{ kind: 'payment', receipt: null }])
  expect(read({ tip: null, detalii: 7 }).messages).toMatchObject([{ type: '', kind: 'other', details: '' }])
  const served = { tip: 'SOMATIE', detalii: 'comunicata la data de 05-03-2026', data_creare: '20.12.2017' }
  expect(read(served).messages).toMatchObject([{ servedOn: '2026-03-05', hasTime: false }])
})

test('S-01 an entry without a company is that of the list’s, and unread where the list is of all', () => {
  for (const cif of [null, undefined])
    expect([cif, read({ cif }, '99').messages, read({ cif }).unread]).toMatchObject([
      ...[cif, [{ cui: '99' }]],
      [{ problem: 'mesaje.0.cif: expected CUI or CNP', entry: { id: '7' } }],
    ])
})

test('S-01 a code is its digits, without RO and space around it', () => {
  for (const cif of [21, ' 21 ', 'RO21', 'ro  21'])
    expect([cif, read({ cif }).messages]).toMatchObject([cif, [{ cui: '21' }]])
  for (const cif of ['', '2', 'x21', '21x', '2RO1', '1'.repeat(14), 2.5, {}])
    expect([cif, read({ cif }, '99').messages]).toEqual([cif, []])
})

test('S-01 an id is digits; a report whose request id is not one answers no request', () => {
  expect(read({ id: 7, id_solicitare: ' 91 ' }).messages).toMatchObject([{ id: '7', requestId: '91' }])
  for (const id of ['', 'x7', '7x', '7 8', -7, 7.5, '1'.repeat(21), null])
    expect([id, read({ id }).messages, read({ id_solicitare: id }).messages]).toMatchObject([
      id,
      [],
      [{ requestId: null }],
    ])
})

test('S-01 unreadable entries are reported beside the readable ones, and a repeated entry counts once', () => {
  const bad = { ...ENTRY, id: '8', data_creare: 'ieri' }
  const { messages, unread } = listOf([ENTRY, bad, { ...ENTRY, tip: 'PLATA' }, null])
  expect(messages).toMatchObject([{ id: '7', kind: 'payment' }])
  expect(unread).toEqual([
    { problem: expect.stringMatching(/^mesaje\.1\.data_creare: expected/), entry: bad },
    { problem: expect.stringMatching(/^mesaje\.3: expected/), entry: null },
  ])
  for (const value of [null, [], {}, { mesaje: {} }])
    expect(parseMailList(value, '21')).toEqual({ problem: expect.stringContaining('expected') })
})

test('S-02 the rights are the codes that the answer names, each once; without any nothing is known anew', () => {
  const identity = (cui: unknown, rest: object = {}) => listOf([], undefined, { cui, ...rest }).identity
  const rights = { cnp: '', certificateSerial: '' }
  for (const [cui, cuis] of [
    ['21', ['21']],
    [21, ['21']],
    ['RO21, 22;23\n24 ', ['21', '22', '23', '24']],
    ['21,ro21,x22,2,22x', ['21']],
  ] as const)
    expect([cui, identity(cui)]).toEqual([cui, { ...rights, cuis }])
  expect(identity('21', { cnp: 1_800_101_000_000, serial: ' 1A ' })).toEqual({
    ...{ cnp: '1800101000000', certificateSerial: '1A', cuis: ['21'] },
  })
  expect(identity('21', { cnp: null, serial: {} })).toEqual({ ...rights, cuis: ['21'] })
  for (const cui of ['', 'x', undefined, null, {}]) expect([cui, identity(cui)]).toEqual([cui, undefined])
})
