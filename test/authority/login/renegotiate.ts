import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'

/**
 * Asks the peer for its certificate by renegotiating a running connection, as the gateway does. Undefined if it has
 * none; `closed` if the connection ended: Chromium drops its first connection by design, asks its user, and reconnects.
 */
export async function askForCertificate(socket: TLSSocket): Promise<X509Certificate | 'closed' | undefined> {
  const { promise, resolve } = Promise.withResolvers<'done' | 'closed'>()
  const closed = () => resolve('closed')
  socket.once('close', closed)
  const started = socket.renegotiate({ requestCert: true, rejectUnauthorized: false }, error =>
    resolve(error ? 'closed' : 'done'),
  )
  if (!started || socket.destroyed) closed()
  const outcome = await promise
  socket.off('close', closed)
  return outcome === 'done' && !socket.destroyed ? socket.getPeerX509Certificate() : 'closed'
}
