import { expect, test } from 'vitest'
import { isTechnical, parseSignatureVerdict, parseValidation } from './checks-answer.ts'

const RULE = '[BR-RO-010]-Numarul facturii lipseste'
const TECHNICAL = 'Eroare tehnica. Cod: 5'

test('E-24 an invoice is valid or not by its state, in whichever spelling, with every finding and the trace', () => {
  expect(parseValidation({ stare: 'OK', trace_id: 7 })).toEqual({
    ...{ state: 'ok', findings: [], traceId: '7', technical: undefined },
  })
  const Messages = [{ message: RULE }, { message: TECHNICAL }]
  expect(parseValidation({ stare: 'nok', Messages, trace_id: null })).toEqual({
    ...{ state: 'nok', traceId: null, technical: undefined },
    findings: [
      { rule: 'BR-RO-010', text: 'Numarul facturii lipseste' },
      { rule: null, text: TECHNICAL },
    ],
  })
  for (const stare of ['', 'okay', 'in prelucrare', true, null, undefined])
    expect([stare, parseValidation({ stare, Messages: [] })]).toEqual([stare, undefined])
  for (const Other of [{}, [RULE], [{ text: RULE }], RULE])
    expect([Other, parseValidation({ stare: 'nok', Messages: Other })]).toEqual([Other, undefined])
})

test('E-24 a service that only speaks of its own failure has not looked at the invoice', () => {
  const technical = (...messages: string[]) =>
    parseValidation({ stare: 'nok', Messages: messages.map(message => ({ message })) })?.technical
  expect(technical(TECHNICAL, 'Eroare interna')).toBe(TECHNICAL)
  expect(technical(TECHNICAL, RULE)).toBeUndefined()
  expect(technical(RULE, TECHNICAL)).toBeUndefined()
  expect(technical()).toBeUndefined()
})

test('E-24 a failure of the service is known by the beginning of its sentence, and is never a finding', () => {
  const own = [
    'Eroare tehnica',
    'E: Erori tehnice, reveniti',
    'eroare internă!',
    'A aparut o eroare de sistem',
    'Erori interne;',
  ]
  for (const message of own) expect([message, isTechnical(message)]).toEqual([message, true])
  const others = [
    '',
    'Factura are 2 erori tehnice',
    `Descrierea contine ${'cuvinte '.repeat(5)} eroare tehnica`,
    '[BR-RO-010]-Eroare tehnica',
    'Eroare tehnicabila',
    'Eroare internationala',
    'Subteroare tehnica',
    'Eroare la sistem',
  ]
  for (const message of others) expect([message, isTechnical(message)]).toEqual([message, false])
})

test('E-26 only the documented wordings tell a valid signature from an invalid one', () => {
  const valid = 'Fișierele încărcate au fost validate cu succes, din perspectiva autenticității semnăturii aplicate'
  const invalid = 'Fișierele încărcate NU au putut fi validate cu succes, din perspectiva autenticității semnăturii'
  for (const [msg, status, verdict] of [
    [valid, 200, 'valid'],
    [invalid, 200, 'invalid'],
    ['Nu au fost validate cu succes', 200, 'unknown'],
    ['Fisierele au fost validate cu succes; semnatura nu', 200, 'unknown'],
    ['Validate cu succes', 200, 'unknown'],
    ['', 200, 'unknown'],
    [valid, 201, 'unknown'],
    [valid, 500, 'unknown'],
    [invalid, 500, 'unknown'],
    [valid, 400, 'technical'],
    [`Eroare tehnica. ${valid}`, 200, 'technical'],
    [`Fara eroare tehnica: ${valid}`, 200, 'valid'],
  ] as const)
    expect([msg, status, parseSignatureVerdict({ msg }, status)]).toEqual([msg, status, { verdict, message: msg }])
  for (const value of [{}, { msg: 1 }, valid, null]) expect(parseSignatureVerdict(value, 200)).toBeUndefined()
})
