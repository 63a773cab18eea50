import { PROTOCOL_VERSION, VERSION } from '../../shared/domain/product.ts'
import type { FromHost } from '../../shared/protocol/envelope.ts'
import type { HostOptions } from '../services.ts'
import { encodeFrame } from './frames.ts'

/** The capabilities that the host announces, for an extension of another version. */
const CAPABILITIES = ['invoices']

/** Serves the browser that started this process until it closes the port; returns the exit code. */
export async function runMessaging(args: readonly string[], options: HostOptions): Promise<number> {
  // The greeting needs none of the operations' modules, which load while the browser reads it (H-04).
  const hello: FromHost = {
    event: 'hello',
    params: { version: VERSION, protocol: PROTOCOL_VERSION, capabilities: CAPABILITIES },
  }
  // Like a port closed by the browser: token requests under way end first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.stdin.destroy())
  // A browser that is already gone is no failure; the end of the input follows.
  process.stdout.on('error', () => undefined)
  process.stdout.write(encodeFrame(JSON.stringify(hello)))
  const { serveBrowser } = await import('./serve-browser.ts')
  return serveBrowser(args, options)
}
