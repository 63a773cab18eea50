import type { Services } from '../../services.ts'
import { announceToday } from '../today/announce.ts'
import type { Handlers } from './handler.ts'

/** Events that are worth a notification. */
export function noticesOperations(services: Services): Pick<Handlers, 'notices.list'> {
  return {
    'notices.list': async ({ after, limit }) => {
      // The other notices do not wait for this: `today.get` shows the person the error.
      await announceToday(services).catch(error => services.log.warn('today-failed', { error }))
      const { notices, certificates } = await services.archive()
      notices.certificatesEnding(certificates.expiring())
      return notices.list(after, limit)
    },
  }
}
