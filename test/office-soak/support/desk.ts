import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command, HostProcess, startCommand } from '../../contract/support/host.ts'
import type { PreparedEnv } from '../../contract/support/prepare.ts'
import type { Line } from '../../contract/support/proxy.ts'
import { killProcesses } from '../../support/processes.ts'

/** How a seat's person works: in a browser, whose host stays; at a terminal; or not at all, as a worker. */
export type DeskKind = 'browser' | 'terminal' | 'worker'

/** A seat of the office with its machine: its processes, and its network to the database. */
export type Desk = {
  readonly name: string
  readonly kind: DeskKind
  readonly env: PreparedEnv
  readonly line: Line
  /** Whether its certificate reaches this company. */
  reaches(cui: string): boolean
  /** SHA-256 of its access token, by which the authority's journal tells who asked. */
  readonly token: string
  /** Starts what runs all day. */
  start(): void
  /** Kills every process of it, and lets none begin before `start`. */
  kill(): Promise<void>
  /** Resolves while it is not killed. */
  up(): Promise<void>
  /** The browser's host. */
  host(): HostProcess
  /** Syncs and exchanges as its person would; rejects where a process of it was killed meanwhile. */
  sync(): Promise<void>
  /** Uploads a file, to its first outcome. */
  upload(bytes: Buffer, name: string): Promise<void>
  /** Runs a command line of it. */
  run(args: readonly string[], input?: string): Promise<unknown>
  /** Ends everything in order. */
  end(): Promise<void>
}

type Machine = Pick<Desk, 'name' | 'kind' | 'env' | 'line' | 'reaches' | 'token'>

export function createDesk(machine: Machine): Desk {
  const { env, kind, name } = machine
  let host: HostProcess | undefined
  let isUp = Promise.withResolvers<void>()
  const stopped = new Set<Promise<unknown>>()

  /** A command line that fails says why; one that was killed says so. */
  const run = async (args: readonly string[], input?: string) => {
    await isUp.promise
    const { code, stdout, stderr } = await command([...args, '--json'], env, input)
    if (code === null) throw new Error(`${name}: ${args.join(' ')} was killed`)
    try {
      return JSON.parse(stdout) as unknown
    } catch (cause) {
      throw new Error(`${name}: ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`, { cause })
    }
  }
  const openHost = () => {
    if (!host) throw new Error(`${name} has no host now`)
    return host
  }
  const uploadInBrowser = async (bytes: Buffer, fileName: string) => {
    const data = bytes.toString('base64')
    const { sha256, cui, standard, suggested } = await openHost().request('uploads.inspect', { fileName, data })
    const params = { sha256, cui: cui ?? '', standard: standard ?? ('UBL' as const), flags: suggested }
    await openHost().start('uploads.send', params).answer
  }

  return {
    ...machine,
    run,
    host: openHost,
    up: () => isUp.promise,
    start() {
      if (kind === 'browser') host = new HostProcess(env)
      if (kind === 'worker') stopped.add(startCommand(['office', 'work', '--every', '15'], env).finished)
      isUp.resolve()
    },
    async kill() {
      isUp = Promise.withResolvers()
      host = undefined
      await killProcesses(`RECIPISA_DATA_DIR=${env.RECIPISA_DATA_DIR}`)
    },
    async sync() {
      await isUp.promise
      if (kind === 'browser') await openHost().start('invoices.sync', {}).answer
      else await run(['invoices', 'sync'])
      if (kind === 'terminal') await run(['office', 'exchange'])
    },
    async upload(bytes, fileName) {
      await isUp.promise
      if (kind === 'browser') return uploadInBrowser(bytes, fileName)
      const path = join(env.RECIPISA_DATA_DIR, fileName)
      writeFileSync(path, bytes)
      await run(['invoices', 'upload', path, '--yes'])
    },
    async end() {
      await host?.close()
      host = undefined
      await killProcesses(`RECIPISA_DATA_DIR=${env.RECIPISA_DATA_DIR}`)
      await Promise.all(stopped)
    },
  }
}
