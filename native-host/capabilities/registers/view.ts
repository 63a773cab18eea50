import { hasValidCheckDigit } from '../../../shared/domain/cui.ts'
import { REGISTER_FIELDS, REGISTER_NAMES } from '../../../shared/domain/register-names.ts'
import type { RecordOf, Register } from '../../../shared/domain/registers.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Answers, CompanyLookup } from '../../../shared/protocol/registers/lookups.ts'
import type { Lookups, StoredAnswer } from '../../archive/registers/register-archive.ts'

/** The part of a lookup that comes from one register. */
export type Answer<R extends Register> = {
  state: 'found' | 'not-found' | 'pending' | 'failed'
  record: RecordOf[R] | null
  answeredAt: number | null
  isStale: boolean
  error: ErrorBody | null
}

export type ViewOptions = {
  cui: string
  day: string
  registers: readonly Register[]
  /** Answers from before this moment (epoch ms) count as older. */
  freshFrom: number
  /** Whether an answer for another day is better than none: true for today; for a past day it would mislead. */
  takesOtherDays: boolean
  /** Whether the register is being asked, or is yet to be. */
  isPending: (register: Register) => boolean
  /** Why the register could not be asked; undefined if it could. */
  errorOf: (register: Register) => ErrorBody | undefined
}

/** A company as stored now. */
export function viewCompany(lookups: Lookups, options: ViewOptions): CompanyLookup {
  const { cui, day, registers } = options
  const known = lookups.knownCompany(cui)
  const answers = REGISTER_NAMES.map(register => [
    REGISTER_FIELDS[register],
    registers.includes(register) ? viewAnswer(lookups, register, options) : null,
  ])
  return {
    cui,
    hasValidCheckDigit: hasValidCheckDigit(cui),
    day,
    ...(Object.fromEntries(answers) as Answers),
    favourite: known?.favourite ?? false,
    note: known?.note ?? '',
  }
}

function viewAnswer<R extends Register>(lookups: Lookups, register: R, options: ViewOptions): Answer<R> {
  const { cui, day, freshFrom } = options
  const error = options.errorOf(register) ?? null
  const stored = lookups.answer(register, cui, day)
  const isFresh = stored !== undefined && stored.answeredAt >= freshFrom
  const best = stored ?? (options.takesOtherDays ? lookups.latest(register, cui) : undefined)
  if (best && (isFresh || error !== null || options.isPending(register)))
    return shown(best, !isFresh || error !== null, error)
  const state = error === null ? 'pending' : 'failed'
  return { state, record: null, answeredAt: null, isStale: false, error }
}

function shown<R extends Register>(
  { record, answeredAt }: StoredAnswer<R>,
  isStale: boolean,
  error: ErrorBody | null,
): Answer<R> {
  return { state: record === null ? 'not-found' : 'found', record, answeredAt, isStale, error }
}
