import type { Services } from '../../services.ts'
import type { Handlers } from '../core/handler.ts'

/** When the host works without a browser. Needs no database. */
export function scheduleOperations(services: Services): Pick<Handlers, 'schedule.get' | 'schedule.set'> {
  return {
    'schedule.get': async () => (await services.schedule()).get(),
    'schedule.set': async ({ schedule }) => (await services.schedule()).set(schedule),
  }
}
