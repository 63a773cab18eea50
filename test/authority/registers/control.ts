import * as v from 'valibot'
import type { Route } from '../control.ts'
import { NOT_READY, type RegisterData, type RegisterQuirks } from './registers.ts'
import { perMembership, type Taxpayer } from './taxpayers.ts'

const Span = v.strictObject({ from: v.string(), to: v.nullable(v.string()) })
const VatPeriod = v.strictObject({
  ...Span.entries,
  cancelledOn: v.exactOptional(v.string()),
  note: v.exactOptional(v.string()),
})
const TaxpayerChange = v.strictObject({
  cui: v.string(),
  taxpayer: v.union([
    v.literal('unknown'),
    v.partial(
      v.strictObject({
        name: v.string(),
        registration: v.string(),
        street: v.string(),
        city: v.string(),
        county: v.string(),
        postalCode: v.string(),
        registeredOn: v.string(),
        state: v.string(),
        phone: v.string(),
        caen: v.string(),
        fiscalAuthority: v.string(),
        legalForm: v.string(),
        vat: v.array(VatPeriod),
        vatOnCollection: v.nullable(Span),
        splitVat: v.nullable(Span),
        inactive: v.nullable(Span),
        struckOffOn: v.nullable(v.string()),
        eInvoicing: v.nullable(v.strictObject({ ...Span.entries, category: v.string() })),
        ...perMembership(() => v.nullable(Span)),
      }),
    ),
  ]),
})
const StatementChange = v.strictObject({
  cui: v.string(),
  year: v.number(),
  indicators: v.union([
    v.literal('none'),
    v.array(v.strictObject({ indicator: v.string(), val_indicator: v.number(), val_den_indicator: v.string() })),
  ]),
})
const QuirksChange = v.partial(
  v.strictObject({
    idleMs: v.nullable(v.number()),
    resetEvery: v.nullable(v.number()),
    tooFast: v.picklist(['429', 'reset']),
    toleranceMs: v.number(),
    vatEnvelope: v.boolean(),
    vatPeriods: v.picklist(['array', 'object']),
    notFound404: v.boolean(),
    readyMs: v.number(),
    notReady: v.picklist(NOT_READY),
    noStatement: v.picklist(['empty', 'nulls']),
  }),
)

/** The registers' part of the control door. */
export function registerRoutes(registers: RegisterData): Record<string, Route> {
  return {
    'GET /registers/questions': query => registers.questions.slice(Number(query.get('since') ?? 0)),
    'POST /registers': (_query, body) => {
      const { cui, taxpayer } = v.parse(TaxpayerChange, body)
      // Fields missing from the JSON are absent, never undefined.
      registers.set(cui, taxpayer as Partial<Taxpayer> | 'unknown')
      return registers.of(cui) ?? {}
    },
    'POST /registers/statements': (_query, body) => {
      const { cui, year, indicators } = v.parse(StatementChange, body)
      registers.setStatement(cui, year, indicators)
      return {}
    },
    'POST /registers/quirks': (_query, body) =>
      Object.assign(registers.quirks, v.parse(QuirksChange, body) as Partial<RegisterQuirks>),
  }
}
