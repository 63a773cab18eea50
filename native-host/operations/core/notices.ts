import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'

/** What is worth telling a person who looks at something else. */
export function noticesOperations(services: Services): Pick<Handlers, 'notices.list'> {
  return {
    'notices.list': async ({ after, limit }) => (await services.archive()).notices.list(after, limit),
  }
}
