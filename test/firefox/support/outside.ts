import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands for the world beyond this machine. */
export type Outside = {
  readonly port: number
  /** Every address that was asked for, as it was asked for. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** A proxy that writes down whatever the browser asks of another machine, and lets nothing through. */
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
