import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'

/** Events that are worth a notification. */
export function noticesOperations(services: Services): Pick<Handlers, 'notices.list'> {
  return {
    'notices.list': async ({ after, limit }) => (await services.archive()).notices.list(after, limit),
  }
}
