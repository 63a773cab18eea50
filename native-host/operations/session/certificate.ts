import { waitsForCertificate } from '../../../shared/errors/certificate-wait.ts'
import { helloOf } from '../../authority/oauth/hello.ts'
import { runWorkLoop } from '../../jobs/work-loop.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from '../core/handler.ts'

/** The work at the e-invoicing API if the browser shows the certificate on each call (E-28). */
export function certificateOperations(services: Services): Pick<Handlers, 'certificate.begin' | 'certificate.serve'> {
  return {
    'certificate.begin': async () => {
      const { certUrl, environment } = await services.profile()
      return { url: helloOf({ access: 'certificate', apiUrl: certUrl, environment }) }
    },
    'certificate.serve': async (_params, { signal }) => {
      const queues = await services.certificateQueues()
      try {
        await runWorkLoop({ queues, now: services.now, isStale: services.isStale, signal })
        signal.throwIfAborted()
        return { isWaiting: false }
      } catch (error) {
        if (!waitsForCertificate(error)) throw error
        return { isWaiting: true }
      }
    },
  }
}
