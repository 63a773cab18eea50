import { Client, type ClientBase, DatabaseError, Pool, type PoolConfig } from 'pg'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { parseOfficeUrl } from './address.ts'

/**
 * How long to wait for a connection, for a free one, for an answer on one, and for a lock, ms: packets can vanish
 * silently, and a colleague's transaction can stay open.
 * Connections that are all in use prove nothing about the way to the server, so the wait for a free one is longer.
 */
const PATIENCE = { connect: 5000, free: 60_000, answer: 30_000, lock: 10_000 }
type Patience = typeof PATIENCE
/** How long the server may take to end a connection that this side has ended, ms. */
const GOODBYE = 1000
/** Connections of one process besides the one that holds its claims. */
const MOST_CONNECTIONS = 2
/** How long to keep an unused connection, ms. */
const IDLE = 10_000
/** Silence after which the server probes a connection, and when it gives the connection up, seconds. */
export const KEEPALIVE = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3'

export type Query = <R extends object>(sql: string, params?: readonly unknown[]) => Promise<R[]>

export type OfficeAccess = {
  /** `postgres://login@host:port/database`. */
  url: string
  /** Null if the credential store has lost it. */
  password: string | null
  /** PEM of the server certificate's trust anchor; null to trust the system's. */
  ca: string | null
}

/** A separate connection, for claims and news, which live as long as it does. */
export type OfficeConnection = {
  query: Query
  /** Called once when the connection is lost. */
  onLost(listener: () => void): void
  /** Called with each notification. */
  onNews(listener: () => void): void
  close(): Promise<void>
}

/**
 * The office's PostgreSQL. Failures to reach it are `office-unreachable`, an untrusted certificate is
 * `office-certificate`, a wrong login `office-sign-in`, a forbidden action `office-forbidden`, a database that has no
 * office any more `office-missing`; other server errors are mistakes of this program and stay.
 */
export type OfficeDatabase = {
  /** The server's name or address. */
  readonly host: string
  readonly pool: Pool
  query: Query
  /** One transaction; an exception rolls it back. A failure within the commit leaves its outcome open. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>
  connect(): Promise<OfficeConnection>
  /** An error of the pool's in this program's words, where it has any. */
  explain(error: unknown): unknown
  close(): Promise<void>
}

export function openOfficeDatabase(access: OfficeAccess, patience: Patience = PATIENCE): OfficeDatabase {
  const config = configOf(access, patience)
  const explain = (error: unknown) => explainError(error, access.url)
  const pool = new Pool({
    ...config,
    // The pool has one setting for both; the clients that it makes have separate ones.
    Client: class extends Client {
      constructor() {
        super(config)
      }
    },
    connectionTimeoutMillis: patience.free,
    max: MOST_CONNECTIONS,
    idleTimeoutMillis: IDLE,
    allowExitOnIdle: true,
  })
  // An idle connection may break: the pool makes another one.
  pool.on('error', () => undefined)
  // One that breaks in use: whoever asked learns of it. The migrator puts no listener of its own on what it takes.
  pool.on('connect', client => client.on('error', () => undefined))
  const queryOn =
    (client: Pick<ClientBase, 'query'>, onSilence?: () => void): Query =>
    async <R extends object>(sql: string, params: readonly unknown[] = []) => {
      try {
        return (await client.query<R>(sql, [...params])).rows
      } catch (error) {
        if (!(error instanceof DatabaseError)) onSilence?.()
        throw explain(error)
      }
    }

  return {
    host: parseOfficeUrl(access.url).host,
    pool,
    query: queryOn({ query: pool.query.bind(pool) } as Pick<ClientBase, 'query'>),
    async transaction(work) {
      const client = await pool.connect().catch(error => {
        throw explain(error)
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
      // Where packets vanish, the system itself gives a connection up after a quarter of an hour.
      const drop = () => void client.connection.stream.destroy()
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
        throw explain(error)
      }
      return {
        query: oneByOne(queryOn(client, drop)),
        onLost: listener => void lost.add(listener),
        onNews: listener => void client.on('notification', listener),
        async close() {
          lost.clear()
          const late = setTimeout(drop, GOODBYE)
          await client.end().catch(() => undefined) // the server is gone: so is the connection
          clearTimeout(late)
        },
      }
    },
    explain,
    close: () => pool.end(),
  }
}

/** A connection answers one query after the other; later queries wait for their turn. */
function oneByOne(query: Query): Query {
  let last: Promise<unknown> = Promise.resolve()
  return <R extends object>(sql: string, params?: readonly unknown[]) => {
    const answer = last.then(() => query<R>(sql, params))
    last = answer.catch(() => undefined) // the caller learns about it
    return answer
  }
}

function configOf({ url, password, ca }: OfficeAccess, patience: Patience): PoolConfig {
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
    // The host is explicit: for a numeric address the client gives TLS no name, and TLS would then check for localhost.
    ...(needsTls || ca !== null ? { ssl: { rejectUnauthorized: true, host, ...(ca === null ? {} : { ca }) } } : {}),
    connectionTimeoutMillis: patience.connect,
    query_timeout: patience.answer,
    statement_timeout: patience.answer,
    lock_timeout: patience.lock,
    idle_in_transaction_session_timeout: patience.answer,
    keepAlive: true,
    // Where other programs may write, a seat could plant functions that would run as whoever calls them.
    options: '-csearch_path=pg_catalog,pg_temp',
    application_name: 'recipisa',
  }
}

/**
 * SQLSTATE classes and states of a server that cannot do its work now: connection, resources, shutting down or starting,
 * an answer or a lock that takes too long, read-only, a transaction that it gave up.
 */
const AWAY = /^(08|53|57P0|57014|55P03|25006|25P0[34]|40)/

/** Whether the server refused to write, because it only reads. */
export const isReadOnly = (error: unknown): error is RecipisaError =>
  error instanceof RecipisaError && error.cause instanceof DatabaseError && error.cause.code === '25006'

/** Codes for a bad certificate or chain: OpenSSL's, and Node's own for a wrong name. */
const ABOUT_CERTIFICATE = /CERT|SIGNATURE|ISSUER/

/** SQLSTATE of a schema, table or function that is not there: the office's, of which a seat uses nothing else. */
const MISSING: ReadonlySet<string> = new Set(['3F000', '42P01', '42883'])

function explainError(error: unknown, url: string): unknown {
  if (error instanceof RecipisaError || !(error instanceof Error)) return error
  const { host } = parseOfficeUrl(url)
  const { code = '' } = error as Error & { code?: string }
  const isServers = error instanceof DatabaseError
  const problem = error.message.split('\n')[0] || code
  if (isServers && (code.startsWith('28') || code === '3D000'))
    return new RecipisaError('office-sign-in', { host, problem }, { cause: error })
  if (isServers && MISSING.has(code)) return new RecipisaError('office-missing', { url }, { cause: error })
  if (isServers && code === '42501') return new RecipisaError('office-forbidden', { problem }, { cause: error })
  if (!isServers && ABOUT_CERTIFICATE.test(code))
    return new RecipisaError('office-certificate', { host, problem }, { cause: error })
  // An error that is not the server's own is about the way to the server.
  if (!isServers || AWAY.test(code)) return new RecipisaError('office-unreachable', { host, problem }, { cause: error })
  return error
}
