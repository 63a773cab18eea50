import * as v from 'valibot'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Clock } from '../clock.ts'
import { type Answer, type Exchange, json, type Reply, reply } from '../http.ts'
import { eInvoicingEntry, memberEntry, statement, vatEntry } from './answers.ts'
import { createAsyncJobs } from './async.ts'
import { createManners } from './manners.ts'
import type { RegisterData, RegisterName } from './registers.ts'
import { MEMBERSHIP_FIELDS, MEMBERSHIPS, type MembershipField } from './taxpayers.ts'

type Asked = { cui: number; data: string }
type Service = { name: RegisterName; isFlaky: boolean; answer: (exchange: Exchange) => Reply }

const CUI_DIGITS = 10
const Body = v.array(
  v.object({
    cui: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10 ** CUI_DIGITS - 1)),
    data: v.pipe(v.string(), v.isoDate()),
  }),
)

export type RegisterServices = {
  /** The answer of a register; undefined for any other path. */
  handle(exchange: Exchange): Answer | undefined
}

/** The six services of the public host, and the two halves of the asynchronous one (docs/authority/registers.md). */
export function createRegisterServices(options: {
  data: RegisterData
  clock: Clock
  requestsPerSecond: number
  monotonic: () => number
}): RegisterServices {
  const { data, clock } = options
  const { quirks } = data
  const manners = createManners(quirks, 1000 / options.requestsPerSecond, options.monotonic)
  const jobs = createAsyncJobs(quirks, clock)

  const split = <Entry>(asked: readonly Asked[], entryOf: (cui: string, day: string) => Entry | undefined) => {
    const entries = asked.map(({ cui, data: day }) => ({ cui, entry: entryOf(String(cui), day) }))
    return {
      found: entries.flatMap(({ entry }) => (entry === undefined ? [] : [entry])),
      notFound: entries.filter(({ entry }) => entry === undefined).map(({ cui }) => cui),
    }
  }
  const vat = (asked: readonly Asked[]) => {
    const lists = split(asked, (cui, day) => {
      const taxpayer = data.of(cui)
      return taxpayer && vatEntry(taxpayer, day, quirks.vatPeriods)
    })
    return quirks.vatEnvelope ? { ...SUCCESS, ...lists } : lists
  }
  /** A service that takes a list of companies. */
  const listed = (
    name: RegisterName,
    most: number,
    answer: (asked: Asked[]) => Reply,
    refuse: (problem: string) => Reply = badRequest,
  ): Service => ({
    name,
    isFlaky: isMembership(name),
    answer: ({ body, headers }) => {
      if (!headers['content-type']?.startsWith('application/json')) return json({ status: 415 }, 415)
      const asked = readBody(body)
      if (asked === undefined) return refuse('Structura JSON trimisa este invalida')
      if (asked.length === 0 || asked.length > most)
        return refuse(`Numarul de CUI-uri trebuie sa fie intre 1 si ${most}`)
      data.questions.push({ register: name, cuis: asked.map(({ cui }) => String(cui)), day: asked[0]?.data ?? '' })
      return answer(asked)
    },
  })
  const members = (asked: readonly Asked[], field: MembershipField) => {
    const today = romaniaDay(clock.now())
    const found = asked.map(({ cui, data: day }) =>
      memberEntry(cui, data.of(String(cui)), field === 'cult' && day > today ? today : day, field),
    )
    return json({ ...SUCCESS, found })
  }
  const memberships = MEMBERSHIP_FIELDS.map(field => {
    const { register, wire } = MEMBERSHIPS[field]
    const path = `POST /Reg${wire}/api/v2/ws/${wire.toLowerCase()}`
    return [path, listed(register, 500, asked => members(asked, field))] as const
  })

  const services: Readonly<Record<string, Service>> = {
    'POST /api/PlatitorTvaRest/v9/tva': listed('vat', 100, asked => json(vat(asked))),
    'POST /api/registruroefactura/v1/interogare': listed(
      'e-invoicing',
      100,
      asked => {
        const lists = split(asked, (cui, day) => {
          const taxpayer = data.of(cui)
          return taxpayer && eInvoicingEntry(taxpayer, day)
        })
        return json(lists, lists.found.length === 0 && quirks.notFound404 ? 404 : 200)
      },
      problem => reply(400, 'text/plain;charset=UTF-8', problem),
    ),
    ...Object.fromEntries(memberships),
    'POST /AsynchWebService/api/v8/ws/tva': listed('async', 100, asked => jobs.submit(() => vat(asked))),
    'GET /AsynchWebService/api/v7/ws/tva': {
      name: 'async-result',
      isFlaky: false,
      answer: ({ query }) => {
        data.questions.push({ register: 'async-result', cuis: [], day: '' })
        return jobs.download(query.get('id') ?? '')
      },
    },
    'GET /bilant': { name: 'statements', isFlaky: false, answer: ({ query }) => yearOf(data, query) },
  }

  return {
    handle: exchange => {
      const service = services[`${exchange.method} ${exchange.path}`]
      return service && (manners.meet(exchange.socket, service.isFlaky) ?? service.answer(exchange))
    },
  }
}

const isMembership = (name: RegisterName) => MEMBERSHIP_FIELDS.some(field => MEMBERSHIPS[field].register === name)

const SUCCESS = { cod: 200, message: 'SUCCESS' }

const badRequest = (problem: string): Reply => json({ cod: 400, message: problem }, 400)

function yearOf(data: RegisterData, query: URLSearchParams): Reply {
  const [cui, year] = [query.get('cui') ?? '', Number(query.get('an'))]
  if (!/^\d{2,10}$/.test(cui) || !Number.isInteger(year) || year < 1990) return badRequest('Parametri invalizi')
  data.questions.push({ register: 'statements', cuis: [cui], day: String(year) })
  const taxpayer = data.of(cui)
  const indicators = data.statementOf(cui, year)
  if (taxpayer && indicators) return json(statement(taxpayer, year, indicators))
  if (data.quirks.noStatement === 'nulls') return json({ an: 0, cui: 0, deni: null, caen: 0, den_caen: null, i: null })
  return json({ an: year, cui: Number(cui), deni: '', caen: 0, den_caen: '', i: [] })
}

function readBody(body: Buffer): Asked[] | undefined {
  try {
    const read = v.safeParse(Body, JSON.parse(body.toString()))
    return read.success ? read.output : undefined
  } catch {
    return undefined // not JSON at all: refused like any other wrong body
  }
}
