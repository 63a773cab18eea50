import { expect, test } from 'vitest'
import { parseList } from './lists.ts'

const CUI = '14399840'
const ENTRY = {
  id: '7',
  id_solicitare: '5001',
  data_creare: '202211011336',
  cif: CUI,
  tip: 'FACTURA TRIMISA',
  detalii: 'Factura cu id_incarcare=5001 emisa de cif_emitent=111 pentru cif_beneficiar=222',
}

function listOf(entries: unknown[]) {
  const list = parseList({ mesaje: entries }, CUI)
  if ('problem' in list) throw new Error(list.problem)
  return list
}
const read = (change: object) => listOf([{ ...ENTRY, ...change }])

test('E-10 a malformed list names the place of its mistake', () => {
  expect(parseList({ mesaje: {} }, CUI)).toEqual({ problem: 'mesaje: expected Array' })
  for (const value of [{}, null, [], 'x', { mesaje: null }])
    expect([value, parseList(value, CUI)]).toEqual([value, { problem: expect.stringContaining('expected') }])
})

test('E-32 a list names the certificate that asked, in whatever form; without a name there is none', () => {
  const named = [{ serial: '4A1B' }, { serial: 41 }, { serial: '' }, { serial: {} }, {}].map(rest => {
    const list = parseList({ mesaje: [], ...rest }, CUI)
    return 'certificate' in list && list.certificate
  })
  expect(named).toEqual(['4A1B', '41', null, null, null])
})

test('E-10 unreadable entries are reported beside the readable ones', () => {
  const bad = { ...ENTRY, id: 'x7' }
  const { messages, unread } = listOf([ENTRY, bad, null, { ...ENTRY, id: 8 }])
  expect(messages.map(({ id }) => id)).toEqual(['7', '8'])
  expect(unread).toEqual([
    { problem: expect.stringMatching(/^mesaje\.1\.id: expected/), entry: bad },
    { problem: expect.stringMatching(/^mesaje\.2: expected/), entry: null },
  ])
})

test('E-10 an id is digits and nothing else, with space around it or none', () => {
  expect(read({ id: ' 7 ', id_solicitare: 5001 }).messages).toMatchObject([{ id: '7', uploadIndex: '5001' }])
  for (const id of ['', 'x7', '7x', '7 8', -7, 7.5, 1e21, '1'.repeat(21), null, undefined])
    expect([id, read({ id }).messages, read({ id_solicitare: id }).messages]).toEqual([id, [], []])
})

test('E-16 a code is its digits, without RO, space around it and zeros before it', () => {
  for (const cif of [
    CUI,
    14_399_840,
    ` ${CUI} `,
    `RO${CUI}`,
    `ro  ${CUI}`,
    `00${CUI}`,
    `RO 0${CUI}`,
    '',
    null,
    undefined,
  ])
    expect([cif, read({ cif }).messages]).toMatchObject([cif, [{ cui: CUI }]])
  expect(read({ cif: '10020' }).messages).toMatchObject([{ cui: '10020' }])
  for (const cif of ['0', 'x1234', '12RO34', '1234x', 'RO', '1'.repeat(14), {}])
    expect([cif, read({ cif }).messages]).toEqual([cif, []])
})

test('E-16 the parties are those of the fields where they are sent, else those of the wording', () => {
  const parties = (change: object) => read(change).messages.map(({ sellerCui, buyerCui }) => [sellerCui, buyerCui])
  expect(parties({})).toEqual([['111', '222']])
  expect(parties({ cif_emitent: 'RO333', cif_beneficiar: 444 })).toEqual([['333', '444']])
  expect(parties({ cif_emitent: '333', cif_beneficiar: 'x' })).toEqual([['333', '222']])
  expect(parties({ cif_emitent: '333', cif_beneficiar: '444', detalii: '' })).toEqual([['333', '444']])
  expect(parties({ detalii: null })).toEqual([[null, null]])
})

test('E-17 a list entry is self-billed by its wording, or where its seller is its buyer', () => {
  const selfBilled = 'Factura cu id_incarcare=5 transmisa de cif=111 ca autofactura in numele cif=222'
  for (const [change, expected] of [
    [{}, false],
    [{ detalii: '' }, false],
    [{ detalii: '', cif_emitent: '111' }, false],
    [{ detalii: selfBilled }, true],
    [{ cif_beneficiar: '111' }, true],
  ] as const)
    expect([change, read(change).messages]).toMatchObject([change, [{ selfBilled: expected }]])
})
