import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'

/** Events that are worth a notification. */
export function noticesOperations(services: Services): Pick<Handlers, 'notices.list'> {
  return {
    'notices.list': async ({ after, limit }) => {
      const { notices, certificates } = await services.archive()
      // The only notice that time alone makes due.
      notices.certificatesEnding(certificates.expiring())
      return notices.list(after, limit)
    },
  }
}
