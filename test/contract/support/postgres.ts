import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { removeFolder } from '../../planted/look.ts'
import { CACHE_FOLDER } from '../../support/cache-folder.ts'

/** Where Debian keeps the servers of each version. */
const VERSIONS = '/usr/lib/postgresql'

/** The folder of the newest server's programs; undefined if there is none (scripts/system-packages.mjs). */
function findPrograms(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined
  const [newest] = readdirSync(VERSIONS)
    .filter(name => existsSync(join(VERSIONS, name, 'bin', 'initdb')))
    .sort((a, b) => Number(b) - Number(a))
  return newest === undefined ? undefined : join(VERSIONS, newest, 'bin')
}

const PROGRAMS = findPrograms()
/** Tests that need a PostgreSQL server are skipped, and counted, on machines without one. */
export const HAS_POSTGRES = PROGRAMS !== undefined

const SUPERUSER = { user: 'owner', password: 'parola-proprietarului' }

/** How to end a server: killed, by an immediate shutdown, which leaves recovery to the next start, or in order. */
export type ServerEnd = 'SIGKILL' | 'SIGQUIT' | 'SIGINT'

/** The test's own PostgreSQL server, in its own folder, on loopback. */
export type PostgresServer = {
  port: number
  /** The address of a database with this login. */
  url(database: string, user: string): string
  /** Creates a database, and if necessary its owner, who may create roles. */
  createDatabase(name: string, owner: { user: string; password: string }): Promise<void>
  /** Statements with a superuser's rights. */
  run<R extends object>(database: string, sql: string, params?: unknown[]): Promise<R[]>
  /** Ends it as a power failure would, at once, or in order, and starts it again. */
  restart(how: ServerEnd): Promise<void>
  stopForNow(): Promise<void>
  startAgain(): Promise<void>
  /** Keeps a copy of everything as it is now, as of a whole machine; the result puts the server back to it. */
  snapshot(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** Root cannot run the server; the package has created a user who can. */
function serversUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** How `initdb` makes the data of every server, but for its paths. */
const MAKE = ['-U', SUPERUSER.user, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']

const copy = (from: string, to: string) => execFileSync('cp', ['--archive', from, to])

/** The data of a new server in `data`. `initdb` takes ten times as long as a copy, so it makes the first one only. */
function makeData(programs: string, data: string, user: { uid: number; gid: number } | undefined): void {
  const made = hash('sha256', JSON.stringify([programs, MAKE, SUPERUSER.password, user ?? null]))
  const first = join(CACHE_FOLDER, `postgresql-${made.slice(0, 16)}`)
  if (existsSync(first)) return void copy(first, data)
  const folder = dirname(data)
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, SUPERUSER.password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const make = [...MAKE, '-D', data, `--pwfile=${passwordFile}`]
  execFileSync(join(programs, 'initdb'), make, { ...user, cwd: folder, stdio: 'pipe' })
  mkdirSync(CACHE_FOLDER, { recursive: true })
  const part = mkdtempSync(`${first}-`)
  try {
    copy(data, join(part, 'data'))
    renameSync(join(part, 'data'), first)
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(first)) throw error
  } finally {
    rmSync(part, { recursive: true })
  }
}

type Options = {
  /** The certificate for clients that want encryption; the server accepts other connections as well. PEM. */
  tls?: { certificatePem: string; privateKeyPem: string }
  /** The maximum at a time. */
  connections?: number
  /** More settings, `name=value`. */
  settings?: readonly string[]
}

export async function startPostgres({
  tls,
  connections = 60,
  settings: more = [],
}: Options = {}): Promise<PostgresServer> {
  if (PROGRAMS === undefined) throw new Error('there is no PostgreSQL server on this machine')
  const user = serversUser()
  const as = user ?? {}
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-postgres-'))
  const data = join(folder, 'data')
  if (user) chownSync(folder, user.uid, user.gid)
  makeData(PROGRAMS, data, user)
  const port = await freePort()
  const [certificate, key] = [join(folder, 'server.pem'), join(folder, 'server.key')]
  if (tls) {
    writeFileSync(certificate, tls.certificatePem)
    writeFileSync(key, tls.privateKeyPem, { mode: 0o600 })
    if (user) for (const path of [certificate, key]) chownSync(path, user.uid, user.gid)
  }

  const start = async (): Promise<ChildProcess> => {
    const settings = ['fsync=off', 'shared_buffers=16MB', `max_connections=${connections}`, ...more]
    if (tls) settings.push('ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`)
    const child = spawn(
      join(PROGRAMS, 'postgres'),
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...settings.flatMap(one => ['-c', one])],
      { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
    })
    while (!(await answers(port))) {
      if (child.exitCode === null) continue
      // A killed server's connections end a moment later.
      if (/shared memory block|lock file/.test(said)) return start()
      throw new Error(`the server ended: ${said}`)
    }
    return child
  }
  let server = await start()

  const clientFor = (database: string) =>
    new Client({ ...SUPERUSER, host: '127.0.0.1', port, database, connectionTimeoutMillis: 20_000 })
  const run = async <R extends object>(database: string, sql: string, params: unknown[] = []): Promise<R[]> => {
    const client = clientFor(database)
    client.on('error', () => undefined) // a restart ends it
    await client.connect()
    try {
      return (await client.query<R>(sql, params)).rows
    } finally {
      await client.end()
    }
  }
  const end = async (signal: ServerEnd) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }

  return {
    port,
    url: (database, user) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    run,
    async createDatabase(name, { user, password }) {
      const [known] = await run('postgres', 'SELECT 1 FROM pg_roles WHERE rolname = $1', [user])
      if (!known) await run('postgres', `CREATE ROLE ${user} LOGIN CREATEROLE PASSWORD '${password}'`)
      await run('postgres', `CREATE DATABASE ${name} OWNER ${user}`)
    },
    async restart(how) {
      await end(how)
      server = await start()
    },
    stopForNow: () => end('SIGINT'),
    async startAgain() {
      server = await start()
    },
    async snapshot() {
      const kept = join(folder, 'snapshot')
      const copied = async (from: string, to: string) => {
        await end('SIGINT')
        rmSync(to, { recursive: true, force: true })
        copy(from, to)
        server = await start()
      }
      await copied(data, kept)
      return () => copied(kept, data)
    },
    async stop() {
      await end('SIGINT')
      removeFolder(folder)
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Whether the server accepts logins: it refuses them while it starts or recovers. */
async function answers(port: number): Promise<boolean> {
  const client = new Client({ ...SUPERUSER, host: '127.0.0.1', port, database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    await wait(50) // not yet
    return false
  }
}
