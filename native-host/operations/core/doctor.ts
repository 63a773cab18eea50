import { examine } from '../../doctor/examine.ts'
import { thisMachine } from '../../doctor/machine.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'

/** What the product needs on this computer, looked at from one end to the other (H-07). */
export function doctorOperations(services: Services): Pick<Handlers, 'host.doctor'> {
  const { dataDir, profile, secrets, now, redactor } = services
  return {
    'host.doctor': ({ online, extension }, { signal }) =>
      examine(
        { machine: thisMachine(), dataDir, profile, secrets, now, redact: redactor.redact, online, extension },
        signal,
      ),
  }
}
