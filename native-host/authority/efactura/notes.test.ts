import { expect, test } from 'vitest'
import { isNoMessages } from '../wire/answers/notes.ts'
import {
  isNoLongerThere,
  isPageBeyondLast,
  isRangeRefused,
  isTooManyForDays,
  noteError,
  quotedMoment,
} from './notes.ts'

test('E-12 the two wordings for no messages are recognised, and no other', () => {
  expect(isNoMessages('Nu exista mesaje in intervalul selectat')).toBe(true)
  expect(isNoMessages('Nu există mesaje în ultimele 15 zile')).toBe(true)
  expect(isNoMessages('Nu exista mesaje pentru CIF=1')).toBe(false)
  expect(isNoMessages('Nu exista mesaje in ultimele aaa zile')).toBe(false)
})

test('E-10 a list by days that is too long refers to the paginated one', () => {
  const documented = 'folositi endpoint-ul cu paginatie'
  const seen =
    'Lista de mesaje este mai mare decat numarul de 500 elemente permise in pagina. Folositi endpoint-ul cu paginatie.'
  for (const note of [documented, seen]) {
    expect(isTooManyForDays(note)).toBe(true)
    expect(isPageBeyondLast(note)).toBe(false)
  }
  const others = ['altceva', 'Endpoint-ul cere alti parametri', 'Nicio pagina solicitata nu e mai mare decat 29']
  for (const note of others) expect([isTooManyForDays(note), isPageBeyondLast(note)]).toEqual([false, false])
  expect(isPageBeyondLast('Pagina solicitata 50 este mai mare decat numarul toatal de pagini 29')).toBe(true)
})

test('E-13 refusals of a window are recognised in their documented and seen wordings', () => {
  const refusals = [
    'endTime nu poate fi o data din viitor',
    'endTime = 02-12-2022 11:49:24 nu poate in viitor fata de momentul requestului',
    'endTime = 02-12-2022 11:49:24 nu poate in viitor fata de momentul requestului = 01-12-2022 10:00:00',
    'startTime = 09-07-2022 10:41:11 nu poate fi mai vechi de 60 de zile fata de momentul requestului',
  ]
  for (const note of refusals) expect(isRangeRefused(note)).toBe(true)
  expect(isRangeRefused('endTime = 09-08-2022 10:41:11 nu poate fi <= startTime = 06-09-2022 09:48:20')).toBe(false)
})

test('E-13 the quoted moment is Romania’s wall time, and the nearer one in the hour that comes twice', () => {
  const note = (moment: string) =>
    `endTime = 02-12-2026 11:49:24 nu poate in viitor fata de momentul requestului = ${moment}`
  expect(quotedMoment(note('01-12-2026 10:00:00'), 0)).toBe(Date.parse('2026-12-01T08:00:00Z'))
  expect(quotedMoment(note('01-07-2026 10:00:00'), 0)).toBe(Date.parse('2026-07-01T07:00:00Z'))
  const summer = Date.parse('2026-10-25T00:30:00Z')
  const winter = Date.parse('2026-10-25T01:30:00Z')
  expect(quotedMoment(note('25-10-2026 03:30:00'), summer + 60_000)).toBe(summer)
  expect(quotedMoment(note('25-10-2026 03:30:00'), winter - 60_000)).toBe(winter)
  for (const sign of ['=', '  =  ']) {
    const spaced = `momentul requestului${sign}01-12-2026 10:00:00`
    expect(quotedMoment(spaced, Date.parse('2026-12-01T09:00:00Z'))).toBe(Date.parse('2026-12-01T08:00:00Z'))
  }
  expect(quotedMoment('startTime nu poate fi mai vechi de 60 de zile fata de momentul requestului', 0)).toBeUndefined()
})

test('E-22 the core phrase, without accents, says that a message has expired', () => {
  expect(isNoLongerThere('Fișierul nu mai poate fi descărcat deoarece a trecut perioada de 60 de zile')).toBe(true)
  expect(isNoLongerThere('Fişierul NU MAI POATE FI DESCARCAT')).toBe(true)
  expect(isNoLongerThere('Fisierul nu poate fi descarcat')).toBe(false)
})

test('E-32 missing rights name the company, and a daily limit its number', () => {
  expect(noteError('x', 'Nu aveti drept in SPV pentru CIF=8000000000', '123')).toMatchObject({
    reason: 'no-rights-for-company',
    params: { cui: '123', note: 'Nu aveti drept in SPV pentru CIF=8000000000' },
  })
  const note = 'S-au facut deja 1500 interogari de lista mesaje pentru CUI= 1 in cursul zilei'
  expect(noteError('x', note, '1')).toMatchObject({ reason: 'quota-reached', params: { limit: '1500' } })
  for (const cui of ['1', undefined]) {
    const none = 'Nu există niciun CIF pentru care să aveți drept în SPV'
    expect(noteError('x', none, cui)).toMatchObject({ reason: 'certificate-without-rights', params: { note: none } })
    const denied = 'Nu aveti dreptul sa descarcati acesta factura'
    expect(noteError('x', denied, cui)).toMatchObject({ reason: 'download-denied', params: { note: denied } })
  }
  // The note's company is known if the request named one.
  expect(noteError('x', 'Nu aveti drept in SPV pentru CIF=8000000000').reason).toBe('authority-note')
  expect(noteError('x', `Stim ca ${note}`, '1').reason).toBe('authority-note')
  expect(noteError('x', 'altceva', '1')).toMatchObject({ reason: 'authority-note', params: { note: 'altceva' } })
})
