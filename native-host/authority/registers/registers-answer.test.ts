import { expect, test } from 'vitest'
import { parseRegisterAnswer } from './registers-answer.ts'

/** An answer as documented, with the required fields only. */
const VAT = {
  date_generale: { cui: 14399840, data: '2026-11-21', denumire: ' DANTE S.A. ', statusRO_e_Factura: false },
  inregistrare_scop_Tva: { scpTVA: true },
  inregistrare_RTVAI: { statusTvaIncasare: false },
  stare_inactiv: { statusInactivi: false },
  inregistrare_SplitTVA: { statusSplitTVA: false },
}
const asked = new Set(['14399840'])
const vat = (changes: object = {}) =>
  parseRegisterAnswer('vat', { found: [{ ...VAT, ...changes }], notFound: [] }, asked)
const recordOf = (answer: ReturnType<typeof parseRegisterAnswer>) => {
  if (answer.kind !== 'page') throw new Error(JSON.stringify(answer))
  return answer.records[0]?.record
}
const problemOf = (answer: ReturnType<typeof parseRegisterAnswer>) => {
  if (answer.kind !== 'wrong') throw new Error(JSON.stringify(answer))
  return answer.problem
}

test('P-13 a missing, null or empty field gives no day or an empty text; unknown fields are ignored', () => {
  for (const nothing of [undefined, null, '', '  ']) {
    const record = recordOf(
      vat({
        stare_inactiv: { statusInactivi: false, dataInactivare: nothing, dataRadiere: nothing },
        date_generale: { ...VAT.date_generale, telefon: nothing, data_inregistrare: nothing, altceva: { x: [1] } },
        adresa_sediu_social: nothing === undefined ? undefined : { sdenumire_Strada: nothing },
      }),
    )
    expect(record).toMatchObject({ name: 'DANTE S.A.', phone: '', registeredOn: null })
    expect(record).toMatchObject({ inactive: { isInactive: false, since: null, struckOffOn: null } })
    expect(record).toMatchObject({ registeredOffice: { street: '' }, fiscalDomicile: { county: '' } })
    expect(record).not.toHaveProperty('altceva')
  }
})

test('P-01 every field of the VAT registry’s general data and addresses is read, each from its own place', () => {
  const address = (letter: string, mark: string) =>
    Object.fromEntries(
      [
        'denumire_Strada',
        'numar_Strada',
        'denumire_Localitate',
        'cod_Localitate',
        'denumire_Judet',
        'cod_Judet',
        'cod_JudetAuto',
        'tara',
        'detalii_Adresa',
        'cod_Postal',
      ].map(name => [`${letter}${name}`, `${mark} ${name}`]),
    )
  const read = (mark: string) => ({
    street: `${mark} denumire_Strada`,
    number: `${mark} numar_Strada`,
    locality: `${mark} denumire_Localitate`,
    localityCode: `${mark} cod_Localitate`,
    county: `${mark} denumire_Judet`,
    countyCode: `${mark} cod_Judet`,
    countyPlate: `${mark} cod_JudetAuto`,
    country: `${mark} tara`,
    details: `${mark} detalii_Adresa`,
    postalCode: `${mark} cod_Postal`,
  })
  const general = {
    ...VAT.date_generale,
    data_inregistrare: '1992-03-02',
    cod_CAEN: '4711',
    iban: 'RO49AAAA1B31007593840000',
    statusRO_e_Factura: true,
    data_inreg_Reg_RO_e_Factura: '2022-07-01',
    organFiscalCompetent: 'Administraţia Sector 1',
    forma_de_proprietate: 'PROPR.PRIVATA-CAPITAL PRIVAT AUTOHTON',
    forma_organizare: 'PERSOANA JURIDICA',
    forma_juridica: 'SOCIETATE COMERCIALĂ PE ACŢIUNI',
  }
  const addresses = { adresa_sediu_social: address('s', 'sediu'), adresa_domiciliu_fiscal: address('d', 'domiciliu') }
  expect(recordOf(vat({ date_generale: general, ...addresses }))).toMatchObject({
    registeredOn: '1992-03-02',
    caen: '4711',
    iban: 'RO49AAAA1B31007593840000',
    eInvoicing: { isRegistered: true, since: '2022-07-01' },
    fiscalAuthority: 'Administraţia Sector 1',
    ownership: 'PROPR.PRIVATA-CAPITAL PRIVAT AUTOHTON',
    organisation: 'PERSOANA JURIDICA',
    legalForm: 'SOCIETATE COMERCIALĂ PE ACŢIUNI',
    registeredOffice: read('sediu'),
    fiscalDomicile: read('domiciliu'),
  })
})

test('P-01 an activity code has four digits, though numbers lose their zeros; an empty one gives none', () => {
  const caenOf = (cod_CAEN: unknown) => recordOf(vat({ date_generale: { ...VAT.date_generale, cod_CAEN } }))
  for (const [wire, caen] of [
    ...[4711, '4711', ' 4711 '].map(code => [code, '4711']),
    ...[111, '111'].map(code => [code, '0111']),
    ...[0, '0', '0000', '', null].map(code => [code, '']),
    ...['x11', '11x', '12345'].map(code => [code, code]),
  ])
    expect([wire, caenOf(wire)]).toMatchObject([wire, { caen }])
})

test('P-01 each register’s entries come as its own, under the code without the zeros before it', () => {
  for (const [register, entry] of [
    ['vat', { ...VAT, date_generale: { ...VAT.date_generale, cui: '0014399840' } }],
    ['e-invoicing', { cui: '0014399840' }],
    ['farmers', { cui: 14_399_840, statusRegAgric: true }],
    ['cult', { cui: ' 14399840 ', statusRegCult: true }],
  ] as const)
    expect(parseRegisterAnswer(register, { found: [entry] }, asked)).toMatchObject({
      records: [{ register, record: { cui: '14399840' } }],
    })
})

test('P-01 VAT on collection and split VAT have their own days', () => {
  const onCollection = {
    dataInceputTvaInc: '1',
    dataSfarsitTvaInc: '2',
    dataActualizareTvaInc: '3',
    dataPublicareTvaInc: '4',
  }
  const record = vat({
    inregistrare_RTVAI: { statusTvaIncasare: true, ...onCollection, tipActTvaInc: 'a' },
    inregistrare_SplitTVA: { statusSplitTVA: true, dataInceputSplitTVA: '5', dataAnulareSplitTVA: '6' },
  })
  expect(recordOf(record)).toMatchObject({
    vatOnCollection: { applies: true, from: '1', to: '2', updatedOn: '3', publishedOn: '4', act: 'a' },
    splitVat: { applies: true, from: '5', to: '6' },
  })
})

test('a company is struck off by its day, or by the first word of its state', () => {
  const inactive = (state: string, day: string) =>
    recordOf(
      vat({
        date_generale: { ...VAT.date_generale, stare_inregistrare: state },
        stare_inactiv: { statusInactivi: false, dataRadiere: day },
      }),
    )
  for (const [state, day, isStruckOff] of [
    ['RADIERE din data 12.05.2020', '', true],
    [' Radiat din data 12.05.2020', '', true],
    ['INREGISTRAT din data 12.05.2020', '2021-03-04', true],
    ['INREGISTRAT din data 12.05.2020', '', false],
    ['', ' ', false],
  ] as const)
    expect([state, inactive(state, day)]).toMatchObject([state, { inactive: { isStruckOff } }])
})

test('P-02 VAT periods are a list, a single object or nothing; one with empty texts does not count', () => {
  const period = { data_inceput_ScpTVA: '2010-01-01', data_sfarsit_ScpTVA: '', mesaj_ScpTVA: 'x' }
  const empty = { data_inceput_ScpTVA: '', data_sfarsit_ScpTVA: '', data_anul_imp_ScpTVA: '', mesaj_ScpTVA: '' }
  const read = { from: '2010-01-01', to: null, cancelledOn: null, note: 'x' }
  for (const [wire, periods] of [
    [
      [period, period],
      [read, read],
    ],
    [[period, empty], [read]],
    ...Object.entries({
      from: 'data_inceput_ScpTVA',
      to: 'data_sfarsit_ScpTVA',
      cancelledOn: 'data_anul_imp_ScpTVA',
    }).map(([name, field]) => [
      { ...empty, [field]: '2020-01-01' },
      [{ from: null, to: null, cancelledOn: null, note: '', [name]: '2020-01-01' }],
    ]),
    [{ ...empty, mesaj_ScpTVA: 'x' }, [{ from: null, to: null, cancelledOn: null, note: 'x' }]],
    [period, [read]],
    [empty, []],
    [[], []],
    [null, []],
    [undefined, []],
  ])
    expect(recordOf(vat({ inregistrare_scop_Tva: { scpTVA: true, perioade_TVA: wire } }))).toMatchObject({
      vat: { isPayer: true, periods },
    })
})

test('P-01 the documented envelope is accepted, and its refusal is reported in its own words', () => {
  const lists = { found: [VAT], notFound: [] }
  expect(parseRegisterAnswer('vat', { cod: 200, message: 'SUCCESS', ...lists }, asked)).toMatchObject({ kind: 'page' })
  expect(parseRegisterAnswer('vat', { cod: 500, message: 'Eroare interna' }, asked)).toEqual({
    kind: 'refused',
    note: 'Eroare interna',
  })
  expect(parseRegisterAnswer('vat', { cod: 200, message: 'SUCCESS' }, asked)).toMatchObject({ kind: 'wrong' })
})

test('a missing or invalid flag makes the answer wrong: no company is active for lack of a field', () => {
  for (const flag of [undefined, null, '', 'false', 0])
    expect(problemOf(vat({ stare_inactiv: { statusInactivi: flag } }))).toMatch(/^found\.0\.stare_inactiv/)
  expect(problemOf(vat({ stare_inactiv: undefined }))).toMatch(/stare_inactiv/)
  expect(problemOf(vat({ date_generale: { ...VAT.date_generale, cui: 'RO14399840' } }))).toMatch(/cui/)
  expect(problemOf(vat({ date_generale: { ...VAT.date_generale, denumire: { a: 1 } } }))).toMatch(/denumire/)
  for (const value of [[], { found: {} }, { found: [null] }, { found: [[]] }, { notFound: [14399840] }])
    expect(parseRegisterAnswer('vat', value, asked).kind).toBe('wrong')
  expect(problemOf(parseRegisterAnswer('vat', { message: 'SUCCESS' }, asked))).toBe('found: expected a list')
})

test('an answer that leaves a company out, speaks of another or of one twice is wrong, never "no data"', () => {
  const two = new Set(['14399840', '1590082'])
  expect(problemOf(parseRegisterAnswer('vat', { found: [VAT], notFound: [] }, two))).toMatch(/nothing about 1 of the 2/)
  expect(problemOf(parseRegisterAnswer('vat', { found: [], notFound: [] }, asked))).toMatch(/nothing about 1/)
  expect(problemOf(parseRegisterAnswer('vat', { found: [VAT], notFound: [1590082] }, asked))).toMatch(/not asked for/)
  expect(problemOf(parseRegisterAnswer('vat', { found: [VAT], notFound: [14399840] }, asked))).toMatch(/twice/)
  expect(parseRegisterAnswer('vat', { found: [VAT], notFound: ['1590082'] }, two)).toMatchObject({
    notFound: ['1590082'],
  })
})

test('P-05 membership is read from the flag, whatever the entry’s texts and days say', () => {
  const entry = (flag: boolean) => ({
    cui: 14399840,
    data: '2026-11-21',
    denumire: 'X',
    dataInceputRegAgric: '2020-01-01',
    statusRegAgric: flag,
  })
  for (const flag of [true, false])
    expect(recordOf(parseRegisterAnswer('farmers', { found: [entry(flag)] }, asked))).toMatchObject({
      isMember: flag,
      from: '2020-01-01',
    })
  // The flag of the other register says nothing about this one.
  expect(parseRegisterAnswer('cult', { found: [entry(true)] }, asked).kind).toBe('wrong')
})

test('P-03 the state in the e-invoicing register is a flag or known words; other words are kept and decide nothing', () => {
  const stateOf = (stare: unknown) => {
    const record = recordOf(parseRegisterAnswer('e-invoicing', { found: [{ cui: 14399840, stare }] }, asked))
    return record && 'isRegistered' in record ? [record.state, record.isRegistered] : record
  }
  expect(stateOf(true)).toEqual(['', true])
  expect(stateOf('DA')).toEqual(['DA', true])
  expect(stateOf('Nu')).toEqual(['Nu', false])
  expect(stateOf('Înregistrat')).toEqual(['Înregistrat', true])
  expect(stateOf('NEINREGISTRAT')).toEqual(['NEINREGISTRAT', false])
  expect(stateOf(false)).toEqual(['', false])
  expect(stateOf('în curs')).toEqual(['în curs', null])
  expect(stateOf('înregistrată parțial')).toEqual(['înregistrată parțial', null])
  for (const unknown of ['dau', 'cu da', 'nul', 'inca nu', 'nu este', 'a fost radiat', 'fost inregistrat'])
    expect(stateOf(unknown)).toEqual([unknown, null])
  expect(stateOf(undefined)).toEqual(['', null])
})
