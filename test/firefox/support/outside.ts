import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stand-in for the world beyond this machine. */
export type Outside = {
  readonly port: number
  /** Every requested address, unchanged. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** A proxy that records the browser's requests for other machines, and lets nothing through. */
export async function openOutside(): Promise<Outside> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
