import { createHash } from 'node:crypto'

/** The record of one request. Cookies, tokens, codes and the like are kept only as SHA-256. */
export type JournalEntry = {
  readonly n: number
  /** Epoch milliseconds of the machine's clock at the arrival of the request's head. */
  readonly at: number
  readonly authorityTime: number
  /** Sequence number of its connection: requests over one connection share it. */
  readonly connection: number
  readonly host: string
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Path and query as sent. */
  readonly target: string
  /** Lower-case names in the order sent. */
  readonly headerNames: readonly string[]
  readonly contentType: string | undefined
  readonly authorization: { readonly scheme: string; readonly sha256: string } | undefined
  /** SHA-256 by the cookie's name. */
  readonly cookies: Readonly<Record<string, string>>
  /** Fields of a form body; secrets as `sha256:…`. */
  form: Readonly<Record<string, string>> | undefined
  requestBytes: number
  /** SHA-256 of the body; null until it is fully read, and without a body. */
  requestSha256: string | null
  clientCertificatePresented: boolean
  /** Name of the effect of the fault that struck the request. */
  fault: string | undefined
  /** null until there is an answer, and permanently if the connection was reset before one. */
  status: number | null
  /** SHA-256 by name of the cookies that the answer set. */
  setCookies: Readonly<Record<string, string>>
  responseBytes: number
  responseSha256: string | null
  /** The whole answer was handed to the connection. */
  completed: boolean
  /** Epoch milliseconds of the machine's clock when the answer or its connection ended; null until then. */
  endedAt: number | null
}

export type JournalFilter = {
  host?: string
  method?: string
  /** The path ends with this. */
  path?: string
  query?: Readonly<Record<string, string>>
  status?: number
  completed?: boolean
}

export type Journal = {
  readonly entries: readonly JournalEntry[]
  find(filter: JournalFilter): JournalEntry[]
  count(filter: JournalFilter): number
  /** The first entry, past or future, that matches the filter or predicate. Rejects after 45 s. */
  waitFor(
    filter: JournalFilter | ((entry: JournalEntry) => boolean),
    options?: { since?: number },
  ): Promise<JournalEntry>
  /** Number of the last entry, for `since` of `waitFor`. */
  readonly last: number
}

export type JournalWriter = Journal & {
  open(entry: Omit<JournalEntry, 'n'>): JournalEntry
  /** Call it after each change of an entry. */
  changed(entry: JournalEntry): void
}

const OPEN_FORM_FIELDS = [
  'grant_type',
  'redirect_uri',
  'token_content_type',
  'client_id',
  'token_type_hint',
  'vhost',
  'ghiseu',
  'id',
  'cui',
]

/** Shorter than a test's time limit, so that it can say what it waited for; long enough for a busy machine. */
const PATIENCE = 45_000

export function createJournal(): JournalWriter {
  const entries: JournalEntry[] = []
  const watchers = new Set<(entry: JournalEntry) => void>()
  const tell = (entry: JournalEntry) => {
    for (const watcher of [...watchers]) watcher(entry)
  }
  const find = (filter: JournalFilter) => entries.filter(entry => matches(entry, filter))
  return {
    entries,
    get last() {
      return entries.length
    },
    find,
    count: filter => find(filter).length,
    waitFor: async (wanted, { since = 0 } = {}) => {
      const test = typeof wanted === 'function' ? wanted : (entry: JournalEntry) => matches(entry, wanted)
      const known = entries.find(entry => entry.n > since && test(entry))
      if (known) return known
      const { promise, resolve, reject } = Promise.withResolvers<JournalEntry>()
      const watcher = (entry: JournalEntry) => {
        if (entry.n > since && test(entry)) resolve(entry)
      }
      const timer = setTimeout(() => reject(new Error(`no such request within ${PATIENCE} ms`)), PATIENCE)
      watchers.add(watcher)
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        watchers.delete(watcher)
      }
    },
    open: fields => {
      const entry = { n: entries.length + 1, ...fields }
      entries.push(entry)
      tell(entry)
      return entry
    },
    changed: tell,
  }
}

export const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex')

/** A form body without its secrets; undefined if the content type is another. */
export function describeForm(contentType: string | undefined, body: Buffer): Record<string, string> | undefined {
  if (!contentType?.startsWith('application/x-www-form-urlencoded')) return undefined
  const fields: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(body.toString()))
    fields[name] = OPEN_FORM_FIELDS.includes(name) ? value : `sha256:${sha256(value)}`
  return fields
}

export function describeAuthorization(header: string | undefined): JournalEntry['authorization'] {
  if (header === undefined) return undefined
  const [scheme = '', ...rest] = header.split(' ')
  return { scheme, sha256: sha256(rest.join(' ')) }
}

export function describeCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {}
  for (const [name, value] of parseCookies(header)) cookies[name] = sha256(value)
  return cookies
}

export function describeSetCookies(header: string | readonly string[] = []): Record<string, string> {
  const pairs = (typeof header === 'string' ? [header] : header).map(cookie => cookie.split(';')[0])
  return describeCookies(pairs.join(';'))
}

export function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0) cookies.set(part.slice(0, at).trim(), part.slice(at + 1).trim())
  }
  return cookies
}

function matches(entry: JournalEntry, filter: JournalFilter): boolean {
  return (
    (filter.host === undefined || entry.host === filter.host) &&
    (filter.method === undefined || entry.method === filter.method) &&
    (filter.path === undefined || entry.path.endsWith(filter.path)) &&
    (filter.status === undefined || entry.status === filter.status) &&
    (filter.completed === undefined || entry.completed === filter.completed) &&
    Object.entries(filter.query ?? {}).every(([name, value]) => entry.query[name] === value)
  )
}
