import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { lookUp } from '../../capabilities/registers/look-up.ts'
import type { LookupPorts } from '../../capabilities/registers/ports.ts'
import { readStatements } from '../../capabilities/registers/statements.ts'
import { systemClock } from '../../limits/clock.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from '../core/handler.ts'
import { parseCui } from '../core/parse-cui.ts'

type Area = Extract<keyof Handlers, `lookups.${string}`>

/** Companies in the public registers, and the ones looked up before; needs no sign-in. */
export function lookupsOperations(
  services: Pick<Services, 'archive' | 'promptRegisters' | 'explain' | 'now'>,
): Pick<Handlers, Area> {
  const ports = async (): Promise<LookupPorts> => ({
    archive: await services.archive(),
    registers: await services.promptRegisters(),
    clock: systemClock,
    explain: services.explain,
  })
  const lookups = async () => (await services.archive()).lookups
  return {
    'lookups.get': async ({ day = romaniaDay(services.now()), ...params }, { signal, progress }) => {
      const request = { ...params, day, cuis: params.cuis.map(parseCui) }
      const show = (companies: Awaited<ReturnType<typeof lookUp>>) => progress({ companies })
      return { companies: await lookUp(await ports(), request, { signal, progress: show }) }
    },
    'lookups.statements': async ({ cui, years, refresh }, { signal, progress }) => {
      const request = { cui: parseCui(cui), years, refresh }
      const show = (statements: Awaited<ReturnType<typeof readStatements>>) => progress({ statements })
      return { statements: await readStatements(await ports(), request, { signal, progress: show }) }
    },
    'lookups.known': async query => (await lookups()).known(query),
    'lookups.history': async ({ cui, limit }) => ({ items: (await lookups()).history(cui, limit) }),
    'lookups.mark': async ({ cui, favourite, note }) => ({ company: (await lookups()).mark(cui, { favourite, note }) }),
    'lookups.forget': async ({ cui }) => ({ forgotten: (await lookups()).forget(cui) }),
  }
}
