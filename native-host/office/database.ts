import { Client, type ClientBase, DatabaseError, Pool, type PoolConfig } from 'pg'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { parseOfficeUrl } from './address.ts'

/**
 * How long to wait for a connection, for one that is free, and for an answer on one, ms: packets can vanish without a word.
 * That all are in use says nothing of the way to the server, and so has as much time as their answers.
 */
const PATIENCE = { connect: 5000, free: 60_000, answer: 30_000 }
/** Connections of one process beside the one that holds its claims. */
const MOST_CONNECTIONS = 2
/** How long an unused connection is kept, ms. */
const IDLE = 10_000
/** Silence of a connection after which the server asks for the other side, and when it gives it up, seconds. */
const KEEPALIVE = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3'

export type Query = <R extends object>(sql: string, params?: readonly unknown[]) => Promise<R[]>

export type OfficeAccess = {
  /** `postgres://login@host:port/database`. */
  url: string
  /** Null where the credential store has lost it. */
  password: string | null
  /** PEM of what the server's certificate is trusted by; null to trust what the system does. */
  ca: string | null
}

/** A connection of its own, for what lives as long as it does: claims, and being told of news. */
export type OfficeConnection = {
  query: Query
  /** Called once when the connection is lost. */
  onLost(listener: () => void): void
  /** Called with each notification. */
  onNews(listener: () => void): void
  close(): Promise<void>
}

/**
 * The office's PostgreSQL. Failures to reach it are `office-unreachable`, a certificate that is not trusted
 * `office-certificate`, a wrong login `office-sign-in`, and what the seat may not do `office-forbidden`; other errors of the
 * server are mistakes of this program and stay.
 */
export type OfficeDatabase = {
  readonly pool: Pool
  query: Query
  /** One transaction; an exception rolls it back. A failure within the commit leaves its outcome open. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>
  connect(): Promise<OfficeConnection>
  /** An error of the pool's in this program's words, where it has any. */
  explain(error: unknown): unknown
  close(): Promise<void>
}

export function openOfficeDatabase(access: OfficeAccess): OfficeDatabase {
  const config = configOf(access)
  const { host } = parseOfficeUrl(access.url)
  const pool = new Pool({
    ...config,
    // The pool has one setting for both; the clients that it makes have their own.
    Client: class extends Client {
      constructor() {
        super(config)
      }
    },
    connectionTimeoutMillis: PATIENCE.free,
    max: MOST_CONNECTIONS,
    idleTimeoutMillis: IDLE,
    allowExitOnIdle: true,
  })
  // A connection that breaks while nobody uses it: the pool makes another one.
  pool.on('error', () => undefined)
  // One that breaks in use: whoever asked learns of it. The migrator puts no listener of its own on what it takes.
  pool.on('connect', client => client.on('error', () => undefined))
  const queryOn =
    (client: Pick<ClientBase, 'query'>): Query =>
    async <R extends object>(sql: string, params: readonly unknown[] = []) => {
      try {
        return (await client.query<R>(sql, [...params])).rows
      } catch (error) {
        throw explain(error, host)
      }
    }

  return {
    pool,
    query: queryOn({ query: pool.query.bind(pool) } as Pick<ClientBase, 'query'>),
    async transaction(work) {
      const client = await pool.connect().catch(error => {
        throw explain(error, host)
      })
      const query = queryOn(client)
      let broken: unknown
      const onError = (error: unknown) => {
        broken = error
      }
      client.on('error', onError)
      try {
        await query('BEGIN')
        const value = await work(query)
        await query('COMMIT')
        return value
      } catch (error) {
        await query('ROLLBACK').catch(failure => {
          broken = failure
        })
        throw error
      } finally {
        client.off('error', onError)
        client.release(broken !== undefined)
      }
    },
    async connect() {
      const client = new Client(config)
      const lost = new Set<() => void>()
      client.on('error', () => undefined) // 'end' follows
      client.on('end', () => {
        for (const listener of lost) listener()
        lost.clear()
      })
      try {
        await client.connect()
        await client.query(KEEPALIVE)
      } catch (error) {
        await client.end().catch(() => undefined) // it was never open
        throw explain(error, host)
      }
      return {
        query: oneByOne(queryOn(client)),
        onLost: listener => void lost.add(listener),
        onNews: listener => void client.on('notification', listener),
        async close() {
          lost.clear()
          await client.end().catch(() => undefined) // the server is gone: so is the connection
        },
      }
    },
    explain: error => explain(error, host),
    close: () => pool.end(),
  }
}

/** A connection answers one question after the other; whoever asks meanwhile waits for the turn. */
function oneByOne(query: Query): Query {
  let last: Promise<unknown> = Promise.resolve()
  return <R extends object>(sql: string, params?: readonly unknown[]) => {
    const answer = last.then(() => query<R>(sql, params))
    last = answer.catch(() => undefined) // whoever asked learns of it
    return answer
  }
}

function configOf({ url, password, ca }: OfficeAccess): PoolConfig {
  const { host, port, database, user, needsTls } = parseOfficeUrl(url)
  return {
    host,
    port,
    database,
    user,
    password: async () => {
      if (password === null) throw new RecipisaError('office-password-missing')
      return password
    },
    // With the host: for an address in numbers the client gives TLS no name, which then checks that of localhost.
    ...(needsTls || ca !== null ? { ssl: { rejectUnauthorized: true, host, ...(ca === null ? {} : { ca }) } } : {}),
    connectionTimeoutMillis: PATIENCE.connect,
    query_timeout: PATIENCE.answer,
    statement_timeout: PATIENCE.answer,
    idle_in_transaction_session_timeout: PATIENCE.answer,
    keepAlive: true,
    application_name: 'recipisa',
  }
}

/** SQLSTATE classes and states of a server that is away: connection, resources, shutting down or starting. */
const AWAY = /^(08|53|57P0)/

/** Codes of what is wrong with a certificate or its chain: OpenSSL's, and Node's own for one of another name. */
const ABOUT_CERTIFICATE = /CERT|SIGNATURE|ISSUER/

function explain(error: unknown, host: string): unknown {
  if (error instanceof RecipisaError || !(error instanceof Error)) return error
  const { code = '' } = error as Error & { code?: string }
  const isServers = error instanceof DatabaseError
  const problem = error.message.split('\n')[0] || code
  if (isServers && (code.startsWith('28') || code === '3D000'))
    return new RecipisaError('office-sign-in', { host, problem }, { cause: error })
  if (isServers && code === '42501') return new RecipisaError('office-forbidden', { problem }, { cause: error })
  if (!isServers && ABOUT_CERTIFICATE.test(code))
    return new RecipisaError('office-certificate', { host, problem }, { cause: error })
  // What the server did not say itself is about the way to it.
  if (!isServers || AWAY.test(code) || code === '57014')
    return new RecipisaError('office-unreachable', { host, problem }, { cause: error })
  return error
}
