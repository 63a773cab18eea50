import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Transport } from '../authority/wire/transports/transport.ts'
import { startTokenProcess, type TokenProcess, type TokenProcessOptions } from './token-process.ts'

/**
 * A key on a PKCS#11 token, in a separate process that asks for the PIN (E-28). There is one such process: after a
 * wrong PIN, a missing token or a failing driver, every further call fails with the same reason, and no PIN is tried a
 * second time, because three wrong ones lock a token.
 */
export function createTokenTransport(options: TokenProcessOptions): Transport {
  let started: TokenProcess | undefined
  let isClosed = false
  return {
    async send(request, signal) {
      signal.throwIfAborted()
      if (process.platform !== 'linux') throw new RecipisaError('token-unsupported')
      if (isClosed) throw new RecipisaError('token-process-ended', { problem: 'closed' })
      started ??= startTokenProcess(options)
      return started.call(request, signal)
    },
    async close() {
      isClosed = true
      await started?.end()
    },
  }
}
