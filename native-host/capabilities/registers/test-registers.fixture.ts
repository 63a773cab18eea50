import { randomUUID } from 'node:crypto'
import type {
  EInvoicingRecord,
  MemberRecord,
  RegisterQuery,
  RegisterRecord,
  VatRecord,
} from '../../../shared/domain/registers.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { RegisterPage, Registers } from '../../authority/registers/registers.ts'
import type { Clock } from '../../limits/clock.ts'

/** Building blocks for the tests of lookups. */

export const never = new AbortController().signal

/** A clock on which waiting takes no time; `slept` lists the waits, ms. */
export function hastyClock(start: number): Clock & { slept: number[]; set(moment: number): void } {
  let now = start
  const slept: number[] = []
  return {
    slept,
    now: () => now,
    set(moment) {
      now = moment
    },
    async sleep(ms, signal) {
      signal.throwIfAborted()
      // One turn of the event loop keeps concurrent work concurrent.
      await new Promise(resolve => setImmediate(resolve))
      slept.push(ms)
      now += Math.max(0, Math.ceil(ms))
    },
  }
}

const general = (cui: string, day: string) => ({
  cui,
  asOf: day,
  name: `FIRMA ${cui} S.R.L.`,
  address: 'MUN. IAȘI',
  registrationNumber: 'J22/1/2001',
  phone: '',
  fax: '',
  postalCode: '',
  act: '',
  registrationState: 'INREGISTRAT',
})
const NOWHERE = {
  street: '',
  number: '',
  locality: '',
  localityCode: '',
  county: '',
  countyCode: '',
  countyPlate: '',
  country: '',
  details: '',
  postalCode: '',
}

function aVatRecord(cui: string, day: string, change: Partial<VatRecord> = {}): VatRecord {
  return {
    ...general(cui, day),
    registeredOn: '2001-01-01',
    caen: '6920',
    iban: '',
    eInvoicing: { isRegistered: false, since: null },
    fiscalAuthority: 'AJFP Iași',
    ownership: '',
    organisation: '',
    legalForm: 'SRL',
    vat: { isPayer: true, periods: [{ from: '2001-02-01', to: null, cancelledOn: null, note: '' }] },
    vatOnCollection: { applies: false, from: null, to: null, updatedOn: null, publishedOn: null, act: '' },
    inactive: {
      isInactive: false,
      since: null,
      reactivatedOn: null,
      publishedOn: null,
      isStruckOff: false,
      struckOffOn: null,
    },
    splitVat: { applies: false, from: null, to: null },
    registeredOffice: NOWHERE,
    fiscalDomicile: NOWHERE,
    ...change,
  }
}

function aRecord({ register, day }: RegisterQuery, cui: string): RegisterRecord {
  if (register === 'vat') return { register, record: aVatRecord(cui, day) }
  const member: MemberRecord = { ...general(cui, day), isMember: false, from: null, to: null }
  if (register !== 'e-invoicing') return { register, record: member }
  const dates = { registeredOn: day, renouncedOn: null, removedOn: null, b2gOn: null }
  const record: EInvoicingRecord = {
    ...{ cui, name: `FIRMA ${cui} S.R.L.`, address: '', register: 'B2B', category: '' },
    ...dates,
    state: 'INREGISTRAT',
    isRegistered: true,
  }
  return { register, record }
}

export type RegistersDouble = Registers & {
  /** Every question asked, including failed ones. */
  asked: (RegisterQuery & { via: 'ask' | 'async' })[]
  /** Answers a question: throws, or returns the page. If it returns nothing, the usual answer applies. */
  answer: (query: RegisterQuery, via: 'ask' | 'async') => Promise<RegisterPage> | undefined
  /** The number of looks that each asynchronous result needs. */
  looks: number
  fetched: string[]
}

/** Registers that know every company except those that begin with 99. */
function registersDouble(clock: Clock): RegistersDouble {
  const results = new Map<string, { query: RegisterQuery; looks: number }>()
  const usual = async (query: RegisterQuery): Promise<RegisterPage> => ({
    records: query.cuis.filter(cui => !cui.startsWith('99')).map(cui => aRecord(query, cui)),
    notFound: query.cuis.filter(cui => cui.startsWith('99')),
    answeredAt: clock.now(),
  })
  const double: RegistersDouble = {
    asked: [],
    fetched: [],
    looks: 1,
    answer: () => undefined,
    async ask(query, signal, onSent) {
      signal.throwIfAborted()
      double.asked.push({ ...query, via: 'ask' })
      onSent?.()
      return (await double.answer(query, 'ask')) ?? usual(query)
    },
    async submitVat(query, signal) {
      signal.throwIfAborted()
      const asked = { ...query, register: 'vat' as const }
      double.asked.push({ ...asked, via: 'async' })
      await double.answer(asked, 'async')
      const correlationId = randomUUID()
      results.set(correlationId, { query: asked, looks: double.looks })
      return { correlationId }
    },
    async fetchVat({ correlationId }) {
      double.fetched.push(correlationId)
      const result = results.get(correlationId)
      if (!result) throw new RecipisaError('async-result-gone', { correlationId, note: 'expirat' })
      if (--result.looks > 0) return 'not-ready'
      results.delete(correlationId)
      return usual(result.query)
    },
    statement: async ({ cui, year }) => ({ year, cui, name: `FIRMA ${cui}`, caen: '', caenName: '', indicators: [] }),
  }
  return double
}

export function explain(error: unknown): RecipisaError {
  return error instanceof RecipisaError ? error : new RecipisaError('unexpected', { problem: String(error), log: '' })
}

/** Lookups over a real archive, with the test's own registers. */
export function ports(archive: Archive, start: number) {
  const clock = hastyClock(start)
  return { archive, clock, explain, registers: registersDouble(clock) }
}
