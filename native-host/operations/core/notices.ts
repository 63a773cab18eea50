import type { Services } from '../../services.ts'
import { announceToday } from '../today/announce.ts'
import type { Handlers } from './handler.ts'

/** Events that are worth a notification. */
export function noticesOperations(services: Services): Pick<Handlers, 'notices.list'> {
  return {
    'notices.list': async ({ after, limit }) => {
      // What else there is to tell does not wait for this: `today.get` gives the error to the person.
      await announceToday(services).catch(error => services.log.warn('today-failed', { error }))
      const { notices, certificates } = await services.archive()
      notices.certificatesEnding(certificates.expiring())
      return notices.list(after, limit)
    },
  }
}
