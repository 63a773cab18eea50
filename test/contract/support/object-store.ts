import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../planted/look.ts'

/** The package has no types. */
type S3rver = { run(): Promise<{ port: number }>; close(): Promise<void> }
const Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver

/** An S3 server of the test's own, with one bucket. */
export type ObjectServer = {
  /** With the bucket. */
  endpoint: string
  login: { accessKeyId: string; secretAccessKey: string }
  stop(): Promise<void>
}

export async function startObjectServer(): Promise<ObjectServer> {
  const directory = mkdtempSync(join(tmpdir(), 'recipisa-s3-'))
  const server = new Server({
    ...{ directory, port: 0, address: '127.0.0.1', silent: true },
    configureBuckets: [{ name: 'birou', configs: [] }],
  })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}/birou`,
    login: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    async stop() {
      await server.close()
      removeFolder(directory)
    },
  }
}
