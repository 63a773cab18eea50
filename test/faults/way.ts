import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { ANSWER_TIMEOUT, type Transport } from '../../native-host/authority/wire/transports/transport.ts'
import { createCertificateAuthority } from '../authority/certificates.ts'
import { HOSTS, silentPort } from '../authority/profile.ts'
import { type Call, isCall } from './calls.ts'

/** A sent request, by the machine's clock. */
export type Departure = { url: URL; method: string; at: number; isStruck: boolean }

/** The effect on these calls while `isOn`. */
export type Detour = { calls: Call; isOn: () => boolean; port?: number; timeout?: number }

/** Between a machine and the authority: records the requests, and diverts some. */
export type Way = {
  readonly departures: Departure[]
  detour: Detour | undefined
  over(inner: Transport): Transport
}

export function createWay(now: () => number): Way {
  const way: Way = {
    departures: [],
    detour: undefined,
    over: inner => ({
      close: () => inner.close(),
      send(request, signal) {
        const url = new URL(request.url)
        const { detour } = way
        const isStruck = detour?.isOn() === true && isCall(detour.calls, request.method, url)
        way.departures.push({ url, method: request.method, at: now(), isStruck })
        if (!isStruck) return inner.send(request, signal)
        const { port = url.port, timeout = request.timeout ?? ANSWER_TIMEOUT } = detour
        const led = new URL(request.url)
        led.port = String(port)
        return inner.send({ ...request, url: led.href, timeout }, signal)
      },
    }),
  }
  return way
}

/** Ports of this machine that lead nowhere good. */
export type BadPorts = { refused: number; untrusted: number; close(): void }

export async function openBadPorts(): Promise<BadPorts> {
  const stranger = await createCertificateAuthority('Altcineva CA (test)')
  const { privateKeyPem: key, certificatePem: cert } = await stranger.issueServerCertificate(Object.values(HOSTS))
  const server: Server = createServer({ key, cert }, (_request, response) => response.end('altcineva'))
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    refused: await silentPort(),
    untrusted: (server.address() as AddressInfo).port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
