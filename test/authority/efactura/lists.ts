import { formatQuotedMoment } from '../../../shared/domain/romania-time.ts'
import { type Exchange, json, type Reply } from '../http.ts'
import type { Message } from '../world/world.ts'
import * as answers from './answers.ts'
import type { ApiContext, Caller } from './context.ts'

const DAY = 86_400_000
/** Messages per page, and per answer of the list by days. */
const PAGE = 500
const DIGITS = /^\d+$/

const note = (text: string): Reply => answers.note('Lista Mesaje', text)

/** `listaMesajeFactura`. */
export function listByDays({ query }: Exchange, caller: Caller, context: ApiContext): Reply {
  const now = context.clock.now()
  const [days, cif] = [query.get('zile') ?? '', query.get('cif') ?? '']
  if (days === '' || cif === '') return answers.missing(now, 'Parametrii zile si cif sunt obligatorii')
  if (!DIGITS.test(days)) return note(`Numarul de zile introdus= ${days} nu este un numar intreg`)
  if (Number(days) < 1 || Number(days) > 60) return note(answers.DAYS_RANGE)
  if (!DIGITS.test(cif)) return note(`CIF introdus= ${cif} nu este un numar`)
  const refused = refusal(query, cif, caller, context, 'list', context.limits.listPerDay)
  if (refused) return refused
  const found = visible(context, caller, cif, query.get('filtru'), now - Number(days) * DAY, now)
  if (found.length === 0) return note(`Nu exista mesaje in ultimele ${days} zile`)
  if (found.length > PAGE) return note(answers.TOO_MANY)
  const title = `Lista Mesaje disponibile din ultimele ${days} zile`
  return json({ mesaje: found.map(entry), serial: caller.certificateSerial, cui: cif, titlu: title })
}

/** `listaMesajePaginatieFactura`. */
export function listPaged({ query }: Exchange, caller: Caller, context: ApiContext): Reply {
  const now = context.clock.now()
  const [start, end, cif, page] = ['startTime', 'endTime', 'cif', 'pagina'].map(name => query.get(name) ?? '')
  if (!start || !end || !cif || !page)
    return answers.missing(now, 'Parametrii startTime, endTime, cif si pagina sunt obligatorii')
  if (!DIGITS.test(cif)) return note(`CIF introdus= ${cif} nu este un numar sau nu are o valoare acceptata de sistem`)
  if (!DIGITS.test(start)) return note(`startTime introdus= ${start} nu este un numar intreg`)
  if (!DIGITS.test(end)) return note(`endTime introdus= ${end} nu este un numar intreg`)
  if (!DIGITS.test(page) || Number(page) < 1) return note(`Pagina introdusa= ${page} nu este un numar intreg`)
  const outside = rangeProblem(Number(start), Number(end), now, context)
  if (outside) return note(outside)
  const refused = refusal(query, cif, caller, context, 'paged', context.limits.pagedListPerDay)
  if (refused) return refused

  const found = visible(context, caller, cif, query.get('filtru'), Number(start), Number(end))
  const pages = Math.ceil(found.length / PAGE)
  if (pages === 0) return note(answers.NO_MESSAGES)
  if (Number(page) > pages)
    return note(`Pagina solicitata ${page} este mai mare decat numarul toatal de pagini ${pages}`)
  const messages = found.slice((Number(page) - 1) * PAGE, Number(page) * PAGE)
  return json({
    mesaje: messages.map(entry),
    numar_inregistrari_in_pagina: messages.length,
    numar_total_inregistrari_per_pagina: PAGE,
    numar_total_inregistrari: found.length,
    numar_total_pagini: pages,
    index_pagina_curenta: context.habits.wrongPageIndex ? pages : Number(page),
    serial: caller.certificateSerial,
    cui: cif,
    titlu: `Lista Mesaje disponibile din intervalul ${formatQuotedMoment(Number(start))} - ${formatQuotedMoment(Number(end))}`,
  })
}

/** The four range rules, in the order in which the service judges them. */
function rangeProblem(start: number, end: number, now: number, { habits, limits }: ApiContext): string | undefined {
  const [startText, endText, nowText] = [start, end, now].map(formatQuotedMoment)
  if (end > now)
    return `endTime = ${endText} nu poate in viitor fata de momentul requestului${habits.quoteRequestMoment ? ` = ${nowText}` : ''}`
  // By Romania's calendar and by elapsed time: a request that passes both is right by either reading.
  const wall = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('Europe/Bucharest')
  const oldest = Math.max(now - limits.listDays * DAY, wall.subtract({ days: limits.listDays }).epochMilliseconds)
  if (start < oldest)
    return `startTime = ${startText} nu poate fi mai vechi de ${limits.listDays} de zile fata de momentul requestului`
  return end <= start ? `endTime = ${endText} nu poate fi <= startTime = ${startText}` : undefined
}

function refusal(
  query: URLSearchParams,
  cif: string,
  caller: Caller,
  { world, daily }: ApiContext,
  counter: string,
  limit: number,
): Reply | undefined {
  if (!['', 'E', 'T', 'P', 'R'].includes(query.get('filtru') ?? '')) return note(answers.FILTER)
  if (!world.hasRight(caller.certificateSerial, cif)) return note(answers.noRight(cif))
  return daily.take(`${counter} ${cif}`, limit) ? undefined : note(answers.listLimit(limit, cif))
}

/** Entries of a company that were indexed between both moments and are visible by now. */
function visible(
  { world, clock, limits, habits }: ApiContext,
  caller: Caller,
  cif: string,
  filter: string | null,
  from: number,
  to: number,
): Message[] {
  const now = clock.now()
  const [start, end] = [Math.max(from, now - limits.listDays * DAY), Math.min(to, now)]
  const found = world
    .messagesOf(cif, caller.environment)
    .filter(({ indexedAt, type }) => indexedAt >= start && indexedAt <= end && passes(filter, type))
  return habits.listOrder === 'newest-first' ? found.reverse() : found
}

function passes(filter: string | null, type: string): boolean {
  if (!filter) return true
  if (filter === 'E') return type === 'ERORI FACTURA'
  if (filter === 'T') return type === 'FACTURA TRIMISA'
  return filter === 'P' ? type === 'FACTURA PRIMITA' : type.startsWith('MESAJ CUMPARATOR')
}

const entry = ({ indexedText, cui, upload, details, type, id }: Message) => ({
  data_creare: indexedText,
  cif: cui,
  id_solicitare: upload.uploadIndex,
  detalii: details,
  tip: type,
  id,
})
