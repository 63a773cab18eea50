import { expect, test } from 'vitest'
import { readUploadAnswer } from './efactura/upload-answer.ts'
import { readPortalAnswer } from './portal/portal.ts'
import { readRequestAnswer } from './spv/request-answer.ts'
import { answerOf } from './wire/wire.fixture.ts'

const requested = (fields: object) => readRequestAnswer('cerere', answerOf(200, JSON.stringify(fields)))

/** Each text with each status. */
const crossed = (statuses: number[], texts: string[]) =>
  statuses.flatMap(status => texts.map((text): [number, string] => [status, text]))

const ACCEPTED = '<header ExecutionStatus="0" index_incarcare="3828"/>'
const REJECTED = '<header ExecutionStatus="1"><Errors errorMessage="una"/></header>'
const MISSING = { timestamp: '05-08-2021', status: 400, error: 'Bad Request', message: ' Parametrul cif lipseste ' }

test('E-03 E-04 XML with HTTP 200 accepts or rejects an upload, a whole CustomErrorMessage with 400 rejects it', () => {
  const rejected = (finding: string) => ({ outcome: 'rejected', findings: [finding] })
  const proofs = [
    [200, ACCEPTED, { outcome: 'accepted', uploadIndex: '3828' }],
    [200, REJECTED, rejected('una')],
    [400, JSON.stringify(MISSING), rejected('Parametrul cif lipseste')],
  ] as const
  for (const [status, text, proof] of proofs) expect(readUploadAnswer(answerOf(status, text))).toEqual(proof)
})

test('E-05 the same words under another status, in another form or cut prove nothing about an upload', () => {
  const missing = JSON.stringify(MISSING)
  const answers: [number, string][] = [
    ...crossed([201, 202, 302, 400, 403, 500], [ACCEPTED, REJECTED]),
    ...crossed([200, 401, 403, 404, 500], [missing]),
    [200, '{"ExecutionStatus":"0","index_incarcare":"3828"}'],
    [200, `<html>${ACCEPTED}</html>`],
    [200, ACCEPTED.slice(0, -1)],
    [200, ''],
    [400, ''],
    [400, '{"eroare":"Parametrul cif lipseste","titlu":"Upload"}'],
    [400, JSON.stringify({ ...MISSING, status: 500 })],
    [400, JSON.stringify({ ...MISSING, message: ' ' })],
    [400, missing.slice(0, -1)],
    [400, `${missing}}`],
    [400, missing.replace('}', ',}')],
    [400, missing.replace('"message"', '"eroare":"x","mesaj"')],
  ]
  for (const [status, text] of answers)
    expect([status, text, readUploadAnswer(answerOf(status, text))]).toEqual([status, text, undefined])
})

test('D-01 D-02 the portal’s pages prove something with HTTP 200 only', () => {
  const filed = { kind: 'filed', uploadIndex: '1100000001', fileName: 'd300.pdf' } as const
  const rejected = { kind: 'rejected', reason: 'Documentul nu este semnat' } as const
  for (const page of [filed, rejected]) {
    expect(readPortalAnswer(answerOf(200, ''), page)).toEqual(page)
    for (const status of [201, 302, 403, 500]) expect(readPortalAnswer(answerOf(status, ''), page)).toBeUndefined()
  }
  expect(readPortalAnswer(answerOf(200, ''), { kind: 'unknown' })).toBeUndefined()
})

test('S-08 a request is accepted if its id is digits alone; the text beside it may be missing', () => {
  const accepted = { kind: 'accepted', requestId: '91', announcement: 'Cerere' }
  for (const id of [91, '91', ' 91 ']) expect(requested({ id_solicitare: id, titlu: 'Cerere' })).toEqual(accepted)
  expect(requested({ id_solicitare: 91 })).toEqual({ ...accepted, announcement: '' })
  expect(requested({ id_solicitare: 91, titlu: 7 })).toEqual({ ...accepted, announcement: '' })
  for (const id of ['', 'a91', '91a', '9 1', '-91', 9.1, 1e21, '1'.repeat(21), null])
    expect([id, requested({ id_solicitare: id, titlu: 'Cerere' })]).toEqual([id, undefined])
})

test('S-04 S-06 a whole note with HTTP 200 says why a request was rejected, or that it was not passed on', () => {
  const rights = 'Nu veti drept sa solictati informatii despre CIF=123'
  const validation = 'Pentru tip raport= D205 parametri cui si an sunt obligatorii'
  const requestedNote = (eroare: string) => requested({ eroare, titlu: 'Cerere' })
  expect(requestedNote(rights)).toEqual({ kind: 'rejected', category: 'rights', note: rights })
  expect(requestedNote(validation)).toEqual({ kind: 'rejected', category: 'validation', note: validation })
  expect(() => requestedNote('EROARE  transmitere cerere. Cod 107')).toThrow(
    expect.objectContaining({ reason: 'spv-technical', params: expect.objectContaining({ code: '107' }) }),
  )
})

test('S-04 a note about a failure of the service itself proves nothing, and one about the request’s content does', () => {
  const failures = [
    'A apărut o eroare tehnică',
    'Eroare transmitere cerere',
    'Eroare internă a serviciului. Nu aveti drept',
    'Probleme tehnice, va rugam reveniti',
    'Internal error',
    'Serviciul este ocupat',
    'Serviciu momentan indisponibil',
    'Sistemul nu raspunde',
    'Raportul nu este disponibil, incercati mai tarziu',
  ]
  for (const eroare of failures) expect([eroare, requested({ eroare, titlu: 'Cerere' })]).toEqual([eroare, undefined])
  const refusals = [
    'CUI-ul introdus= 12 nu este corect.',
    'Tip raport= CAF inca nu poate fi solicitat prin WS',
    'Pentru tip raport= D208 luna poate fi 6 sau 12',
    'Motivul introdus= internat nu este corect.',
    'Pentru numar_inregistrare= INTERNT-130000000-2025 nu exista recipisa',
    // As the lists of e-Factura write.
    'CIF introdus= aaa nu este un numar sau nu are o valoare acceptata de sistem',
    'endTime = 02-12-2022 11:49:24 nu poate in viitor fata de momentul requestului',
  ]
  for (const eroare of refusals)
    expect(requested({ eroare })).toEqual({ kind: 'rejected', category: 'validation', note: eroare })
})

test('S-08 any other answer proves nothing about a request', () => {
  const accepted = JSON.stringify({ id_solicitare: 91, titlu: 'Cerere' })
  const rejected = JSON.stringify({ eroare: 'Nu aveti drept', titlu: 'Cerere' })
  const answers: [number, string][] = [
    ...crossed([201, 302, 400, 403, 500], [accepted, rejected]),
    // Technical, and not about passing the request on.
    [200, JSON.stringify({ eroare: 'Eroare interna. Cod 500', id_solicitare: 91 })],
    // Not an `eroare`.
    [200, JSON.stringify({ status: 500, error: 'Internal Server Error', message: 'Nu aveti drept' })],
    [200, JSON.stringify({ status: 200, message: 'Nu aveti drept', eroare: ' ' })],
    [200, rejected.slice(0, -1)],
    [200, `${rejected}}`],
    [200, '<header id_solicitare="91"/>'],
    [200, '<html>Cererea a fost transmisa</html>'],
    [200, ''],
  ]
  for (const [status, text] of answers)
    expect([status, text, readRequestAnswer('cerere', answerOf(status, text))]).toEqual([status, text, undefined])
})
