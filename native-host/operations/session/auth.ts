import type { Services } from '../../services.ts'
import type { Handlers } from '../core/handler.ts'

type Area = 'auth.begin' | 'auth.complete' | 'auth.status' | 'auth.test' | 'auth.refresh' | 'auth.forget'

/** The OAuth sign-in: the extension hands over the code, and the host does the rest. */
export function authOperations(services: Services): Pick<Handlers, Area> {
  return {
    'auth.begin': async () => (await services.tokens()).begin(),
    'auth.complete': async ({ code }, { signal }) => {
      services.redactor.register(code)
      return (await services.tokens()).complete(code, signal)
    },
    'auth.status': async () => (await services.tokens()).status(),
    'auth.test': async (_params, { signal }) => {
      await (await services.eInvoicing()).hello(signal)
      return { accepted: true }
    },
    'auth.refresh': async (_params, { signal }) => (await services.tokens()).refresh(signal),
    'auth.forget': async () => (await services.tokens()).forget(),
  }
}
