import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../planted/look.ts'

/** The package has no types. */
type S3rver = { run(): Promise<{ port: number }>; close(): Promise<void> }
const Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver

/** A store's fault: out of reach, other bytes than the stored ones, or an answer that ends too early. */
export type StoreFault = 'away' | 'other-bytes' | 'cut-short' | undefined

/** The test's own S3 server, with one bucket. */
export type ObjectServer = {
  /** Includes the bucket. */
  endpoint: string
  login: { accessKeyId: string; secretAccessKey: string }
  fault: StoreFault
  /** Paths of the objects that were asked for or sent so far, with those that a fault kept away. */
  readonly asked: readonly string[]
  /** Names of all objects. */
  objects(): string[]
  /** Loses every object whose name contains this. */
  remove(name: string): void
  stop(): Promise<void>
}

export async function startObjectServer(): Promise<ObjectServer> {
  const directory = mkdtempSync(join(tmpdir(), 'recipisa-s3-'))
  const server = new Server({
    ...{ directory, port: 0, address: '127.0.0.1', silent: true },
    configureBuckets: [{ name: 'birou', configs: [] }],
  })
  const { port } = await server.run()
  const asked: string[] = []
  const door = createServer((request, answer) => {
    asked.push(request.url ?? '')
    pass(port, request, answer, store.fault)
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const store: ObjectServer = {
    endpoint: `http://127.0.0.1:${(door.address() as AddressInfo).port}/birou`,
    login: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    fault: undefined,
    asked,
    objects: () =>
      readdirSync(join(directory, 'birou'), { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('_object'))
        .sort(),
    remove(name) {
      for (const file of readdirSync(join(directory, 'birou'), { recursive: true, encoding: 'utf8' }))
        if (file.includes(name)) rmSync(join(directory, 'birou', file), { recursive: true, force: true })
    },
    async stop() {
      door.closeAllConnections()
      door.close()
      await server.close()
      removeFolder(directory)
    },
  }
  return store
}

/** Forwards a request with the signed host name, and returns its answer with a fault. */
function pass(port: number, asked: IncomingMessage, answer: ServerResponse, fault: StoreFault): void {
  if (fault === 'away') return void asked.socket.destroy()
  const { method, url: path, headers } = asked
  const onward = request({ host: '127.0.0.1', port, method, path, headers }, async from => {
    const chunks: Buffer[] = []
    for await (const chunk of from) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    if (fault === 'other-bytes' && bytes.length > 0) bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    answer.writeHead(from.statusCode ?? 500, from.headers)
    if (fault !== 'cut-short') return void answer.end(bytes)
    answer.write(bytes.subarray(0, bytes.length >> 1), () => asked.socket.destroy())
  })
  asked.pipe(onward)
}
