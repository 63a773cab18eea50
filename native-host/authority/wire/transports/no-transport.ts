import { RecipisaError } from '../../../../shared/errors/recipisa-error.ts'
import type { Transport } from './transport.ts'

/** The transport of a process that can show no certificate: none. */
export const noTransport: Transport = {
  async send() {
    throw new RecipisaError('certificate-needs-browser')
  },
  close: async () => undefined,
}
