import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A network between a seat and the database that a test can cut. */
export type Line = {
  port: number
  /** Ends every connection, and accepts no other until `mend`. */
  cut(): void
  /** Lets nothing through from now on, and tells neither side. */
  silence(): void
  isCut(): boolean
  mend(): void
  /** Cuts once a seat has sent bytes with this text; `before` they reach the server, or after its answer. */
  cutAt(text: string, when: 'before' | 'after'): void
  close(): Promise<void>
}

export async function startProxy(target: number): Promise<Line> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isCut = false
  let trap: { text: string; when: 'before' | 'after' } | undefined
  const cut = () => {
    isCut = true
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  const server = createServer(seat => {
    if (isCut) return void seat.destroy()
    const database = connect(target, '127.0.0.1')
    const pair = [seat, database] as const
    pairs.add(pair)
    let isSprung = false
    seat.on('data', chunk => {
      const isMeant = trap !== undefined && chunk.includes(trap.text)
      if (isMeant && trap?.when === 'before') return cut()
      if (isMeant) isSprung = true
      database.write(chunk)
    })
    database.on('data', chunk => {
      // The server has done it, and the seat never learns so.
      if (isSprung) cut()
      else seat.write(chunk)
    })
    for (const [socket, other] of [pair, [database, seat] as const]) {
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        other.destroy()
        pairs.delete(pair)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    port,
    cut,
    silence() {
      for (const pair of pairs) for (const socket of pair) socket.pause()
    },
    isCut: () => isCut,
    mend() {
      isCut = false
      trap = undefined
    },
    cutAt(text, when) {
      trap = { text, when }
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
