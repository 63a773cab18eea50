import type { Register } from '../../../shared/domain/registers.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { toErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ErrorBody } from '../../../shared/protocol/envelope.ts'
import type { CompanyLookup } from '../../../shared/protocol/lookups.ts'
import type { AnsweredPage } from '../../archive/registers/register-archive.ts'
import { askRegister, silentOf } from './ask-register.ts'
import { askAsync, collectAbandoned } from './ask-async.ts'
import { freshSince } from './freshness.ts'
import type { LookupPorts, Watch } from './ports.ts'
import { viewCompany } from './view.ts'

export type LookupRequest = {
  /** Normalized, at most as many as one request takes. */
  cuis: readonly string[]
  registers: readonly Register[]
  day: string
  refresh: boolean
  /** The VAT registry through the asynchronous service. */
  async: boolean
}

/**
 * Looks companies up: progress says at once what is known here and again after each register; the result is what the
 * registers say. A register that cannot be asked leaves the older answer, marked as such, or a failure; it is not thrown.
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
  const isKept = (register: Register, cui: string) => {
    const kept = lookups.answer(register, cui, day)
    return kept !== undefined && kept.answeredAt >= freshFrom
  }

  const registers = [...new Set(request.registers)]
  const pending = new Map(
    registers.map(register => [register, new Set(cuis.filter(cui => refresh || !isKept(register, cui)))]),
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
    const waiting = [...(pending.get(register) ?? [])]
    if (waiting.length === 0) return
    const failed = (of: readonly string[], error: RecipisaError) => {
      for (const cui of of) errors.get(register)?.set(cui, toErrorBody(error))
    }
    const done = (of: readonly string[]) => {
      for (const cui of of) pending.get(register)?.delete(cui)
    }
    try {
      if (register === 'vat' && request.async) {
        await collectAbandoned(ports, day, signal)
        const left = refresh ? waiting : waiting.filter(cui => !isKept(register, cui))
        const page = left.length > 0 ? await askAsync(ports, { cuis: left, day }, signal) : undefined
        for (const cui of page ? silentOf(page, left) : []) failed([cui], new RecipisaError('register-silent', { cui }))
      } else {
        const keep = (page: AnsweredPage) => {
          lookups.keep(register, day, page)
          done([...page.notFound, ...page.records.map(({ record }) => record.cui)])
          progress(view())
        }
        await askRegister({ register, cuis: waiting, day }, { ...ports, signal, answered: keep, failed })
      }
    } catch (error) {
      signal.throwIfAborted()
      const shown = explain(error)
      // A disk that takes nothing is no matter of the register.
      if (shown.code === 'storage') throw shown
      failed([...(pending.get(register) ?? [])], shown)
    }
    done(waiting)
    progress(view())
  }

  progress(view())
  await Promise.all(registers.map(askOne))
  const found = view()
  for (const company of found) if (exists(company)) lookups.remember(company.cui)
  return found
}

/** Whether a register knows the company. Farmers' and cult register answer for any number (P-05). */
function exists({ vat, eInvoicing, farmers, cult }: CompanyLookup): boolean {
  return Boolean(vat?.record || eInvoicing?.record || farmers?.record?.isMember || cult?.record?.isMember)
}
