import type { Register } from '../../../shared/domain/registers.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { answersOf } from '../../../shared/protocol/registers/lookup-answers.ts'
import type { CompanyLookup } from '../../../shared/protocol/registers/lookups.ts'
import type { AnsweredPage } from '../../archive/registers/register-archive.ts'
import { askAsync, collectAbandoned } from './ask-async.ts'
import { askRegister, silentOf } from './ask-register.ts'
import { freshSince } from './freshness.ts'
import type { LookupPorts, Watch } from './ports.ts'
import { viewCompany } from './view.ts'

export type LookupRequest = {
  /** Normalized, at most as many as fit into one request. */
  cuis: readonly string[]
  registers: readonly Register[]
  day: string
  refresh: boolean
  /** Asks the VAT register through the asynchronous service. */
  async: boolean
}

/**
 * Looks companies up in the registers. Progress reports the stored answers at once, and more after each register; the
 * result holds the registers' answers. A register's failure is not thrown: its older answer is marked as stale, or the
 * failure stands instead.
 */
export async function lookUp(
  ports: LookupPorts,
  request: LookupRequest,
  { signal, progress }: Watch<CompanyLookup[]>,
): Promise<CompanyLookup[]> {
  const { clock, explain } = ports
  const { lookups } = ports.archive
  const { day, refresh } = request
  const cuis = [...new Set(request.cuis)]
  const now = clock.now()
  const freshFrom = freshSince(day, now)
  const takesOtherDays = day >= romaniaDay(now)
  const isStored = (register: Register, cui: string) => {
    const stored = lookups.answer(register, cui, day)
    return stored !== undefined && stored.answeredAt >= freshFrom
  }

  const registers = [...new Set(request.registers)]
  const pending = new Map(
    registers.map(register => [register, new Set(cuis.filter(cui => refresh || !isStored(register, cui)))]),
  )
  const errors = new Map(registers.map(register => [register, new Map<string, ErrorBody>()]))
  const view = () =>
    cuis.map(cui =>
      viewCompany(lookups, {
        cui,
        day,
        registers,
        freshFrom,
        takesOtherDays,
        isPending: register => pending.get(register)?.has(cui) ?? false,
        errorOf: register => errors.get(register)?.get(cui),
      }),
    )

  const askOne = async (register: Register) => {
    const unanswered = [...(pending.get(register) ?? [])]
    if (unanswered.length === 0) return
    const failed = (of: readonly string[], error: RecipisaError) => {
      for (const cui of of) errors.get(register)?.set(cui, toErrorBody(error))
    }
    const done = (of: readonly string[]) => {
      for (const cui of of) pending.get(register)?.delete(cui)
    }
    try {
      if (register === 'vat' && request.async) {
        await collectAbandoned(ports, day, signal)
        const left = refresh ? unanswered : unanswered.filter(cui => !isStored(register, cui))
        const page = left.length > 0 ? await askAsync(ports, { cuis: left, day }, signal) : undefined
        for (const cui of page ? silentOf(page, left) : []) failed([cui], new RecipisaError('register-silent', { cui }))
      } else {
        const store = (page: AnsweredPage) => {
          lookups.storeAnswers(register, day, page)
          done([...page.notFound, ...page.records.map(({ record }) => record.cui)])
          progress(view())
        }
        await askRegister({ register, cuis: unanswered, day }, { ...ports, signal, answered: store, failed })
      }
    } catch (error) {
      signal.throwIfAborted()
      const shown = explain(error)
      // A full disk is not the register's failure.
      if (shown.code === 'storage') throw shown
      failed([...(pending.get(register) ?? [])], shown)
    }
    done(unanswered)
    progress(view())
  }

  progress(view())
  await Promise.all(registers.map(askOne))
  const found = view()
  for (const company of found) if (exists(company)) lookups.remember(company.cui)
  return found
}

/** Whether a register knows the company. The registers of farmers and of religious entities answer for any number (P-05). */
function exists(lookup: CompanyLookup): boolean {
  return answersOf(lookup).some(({ record }) => record && (!('isMember' in record) || record.isMember))
}
