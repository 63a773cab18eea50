import type { World } from '../world/world.ts'
import { type Indicator, inventStatement } from './statements.ts'
import { describeTaxpayer, inventTaxpayer, type MemberRegister, type Taxpayer } from './taxpayers.ts'

export type RegisterName = 'vat' | 'e-invoicing' | MemberRegister | 'async' | 'async-result' | 'statements'

/** Forms of "not yet" of an asynchronous question, as JSON, text, status or refusal. */
export const NOT_READY = [
  'empty',
  'no-content',
  'json',
  'text',
  'not-found',
  'note',
  'no-companies',
  'refused',
  'unknown-id',
  'word',
] as const

/** Quirks of the public host, as observed where they were; all may be changed at run time. */
export type RegisterQuirks = {
  /** A connection idle for longer is reset at its next use, ms; `null` for none. */
  idleMs: number | null
  /** Every n-th question to a register of members is reset, even on a fresh connection; `null` for none. */
  resetEvery: number | null
  /** The response to questions faster than the rule. */
  tooFast: '429' | 'reset'
  /** How early a question may come before that, ms of real time: networks and event loops are no clocks. */
  toleranceMs: number
  /** Whether VAT answers have the documented envelope, which nobody has seen. */
  vatEnvelope: boolean
  vatPeriods: 'array' | 'object'
  /** Whether the e-invoicing register answers 404 when it knows none of the codes. */
  notFound404: boolean
  /** For an asynchronous question: its duration by the authority's clock, and the form of "not yet", which nobody has seen. */
  readyMs: number
  notReady: (typeof NOT_READY)[number]
  /** The answer for a year without a statement, which nobody has seen either. */
  noStatement: 'empty' | 'nulls'
}

const SEEN_QUIRKS: RegisterQuirks = {
  idleMs: 500,
  resetEvery: 7,
  tooFast: '429',
  toleranceMs: 500,
  vatEnvelope: false,
  vatPeriods: 'array',
  notFound404: true,
  readyMs: 2000,
  notReady: 'json',
  noStatement: 'nulls',
}

/** A question as it reached a service; refused, reset or struck ones are not recorded here. */
export type Question = { register: RegisterName; cuis: readonly string[]; day: string }

/** The contents of the registers, and the behaviour of their services. */
export type RegisterData = {
  readonly quirks: RegisterQuirks
  readonly questions: Question[]
  /** A taxpayer by its code: as set, as in the world, otherwise invented; undefined for an unknown one. */
  of(cui: string): Taxpayer | undefined
  /** Changes the data of a code, or makes it known; `'unknown'` makes it unknown. */
  set(cui: string, changes: Partial<Omit<Taxpayer, 'cui'>> | 'unknown'): void
  /** Indicators of a year; undefined for a year without a statement. */
  statementOf(cui: string, year: number): readonly Indicator[] | undefined
  setStatement(cui: string, year: number, indicators: readonly Indicator[] | 'none'): void
}

export function createRegisterData(world: World, quirks: Partial<RegisterQuirks> = {}): RegisterData {
  const set = new Map<string, Taxpayer | 'unknown'>()
  const statements = new Map<string, readonly Indicator[] | 'none'>()
  const usual = (cui: string): Taxpayer | undefined => {
    const company = world.companies.get(cui)
    return company ? describeTaxpayer(company) : inventTaxpayer(cui)
  }
  const of = (cui: string): Taxpayer | undefined => {
    const own = set.get(cui)
    return own === 'unknown' ? undefined : (own ?? usual(cui))
  }
  return {
    quirks: { ...SEEN_QUIRKS, ...quirks },
    questions: [],
    of,
    set: (cui, changes) => {
      if (changes === 'unknown') return void set.set(cui, changes)
      const before = of(cui) ?? describeTaxpayer(world.party(cui))
      set.set(cui, { ...before, ...changes })
    },
    statementOf: (cui, year) => {
      const own = statements.get(`${cui} ${year}`)
      const taxpayer = of(cui)
      if (!taxpayer || own === 'none') return undefined
      return own ?? inventStatement(taxpayer, year)
    },
    setStatement: (cui, year, indicators) => void statements.set(`${cui} ${year}`, indicators),
  }
}
