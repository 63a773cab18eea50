import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { AccessTokens } from './authorized-api.ts'

/**
 * Access with the certificate at call time (E-28). There is no token: the empty one stands for the certificate, which
 * the transport shows. It has no known end and no newer one.
 */
export const certificateAccess: AccessTokens = {
  accessToken: async () => '',
  afterRejected: async () => undefined,
  noteAccepted: async () => undefined,
  async noteRefused() {
    throw new RecipisaError('certificate-refused')
  },
}
