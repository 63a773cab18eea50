import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'

/** A check of everything that the product needs on this computer (H-07). */
export function doctorOperations(services: Services): Pick<Handlers, 'host.doctor'> {
  const { dataDir, profile, secrets, now, redactor } = services
  return {
    'host.doctor': async ({ online, extension }, { signal }) => {
      const { examine } = await import('../../doctor/examine.ts')
      const { thisMachine } = await import('../../doctor/machine.ts')
      const { redact } = redactor
      return examine({ machine: thisMachine(), dataDir, profile, secrets, now, redact, online, extension }, signal)
    },
  }
}
