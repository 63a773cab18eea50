import { randomBytes } from 'node:crypto'
import type { Office } from '../../native-host/office/office.ts'
import type { PostgresServer } from '../../test/contract/support/postgres.ts'
import { COMPANIES } from './fill.ts'
import type { Question } from './simulate.ts'

/** Repetitions of each question; the median counts. */
const TIMES = 9

export type Cost = {
  /** On disk with all indexes, bytes of one document and its entry. */
  bytes: number
  /** Levels of the deepest index, the root among them. */
  levels: number
  /** Medians, ms. */
  times: Readonly<Record<Question, number>>
  /** Bytes of one document in each table and index; 0 for a partitioned one. */
  sizes: Readonly<Record<string, number>>
}

const READER = { environment: 'prod', hasSent: () => true }

/** A seat's questions to an office of this size: a page of news, the latest, 100 missing ones, 100 new entries, a claim. */
export async function measure(
  server: PostgresServer,
  database: string,
  office: Office,
  documents: number,
): Promise<Cost> {
  const company = (n: number) => String(10_000_000 + (n % COMPANIES))
  const first = await office.entries.news(READER, undefined, 1)
  if ('isRestored' in first) throw new Error('an office that was never restored says so')
  const [place] = await server.run<{ txid: string; seq: string }>(
    database,
    'SELECT txid::text, seq::text FROM recipisa.entries ORDER BY txid DESC, seq DESC OFFSET 500 LIMIT 1',
  )
  const cursor = { ...first.cursor, ...place }
  const store = await office.documents()
  let fresh = 0
  const median = async (work: () => Promise<unknown>) => {
    const took: number[] = []
    for (let time = 0; time < TIMES; time++) {
      const begun = performance.now()
      await work()
      took.push(performance.now() - begun)
    }
    return took.sort((a, b) => a - b)[TIMES >> 1] ?? 0
  }
  const unknown = () =>
    Array.from({ length: 100 }, (_, n) => ({ company: company(n * 7), sha256: randomBytes(32).toString('hex') }))
  const [size] = await server.run<{ bytes: string }>(
    database,
    `SELECT sum(pg_relation_size(c.oid)) AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'recipisa' AND c.relkind IN ('r', 'i', 't') AND c.relname ~ '^(entries|documents)'`,
  )
  const [depth] = await server.run<{ levels: number }>(
    database,
    `SELECT max((bt_metap('recipisa.' || quote_ident(c.relname))).level)::integer + 1 AS levels FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'recipisa' AND c.relkind = 'i' AND c.relname ~ '^(entries|documents)'`,
  )
  const each = await server.run<{ name: string; bytes: string }>(
    database,
    `SELECT c.relname AS name, pg_relation_size(c.oid) AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'recipisa' AND c.relname IN ('entries', 'documents', 'entries_pkey', 'entries_news', 'documents_pkey')`,
  )
  const times = {
    news: await median(() => office.entries.news(READER, cursor, 500)),
    latest: await median(() => office.entries.latest(READER, 3000)),
    missing: await median(() => store.missing(unknown())),
    put: await median(() =>
      office.database.transaction(async run => {
        for (let n = 0; n < 100; n++) {
          const entry = { area: 'books', environment: 'prod', key: `${database} ${documents} ${++fresh}` } as const
          await office.entries.put(run, { ...entry, company: company(fresh), body: { fresh }, sha256: null })
        }
      }),
    ),
    claim: await median(() =>
      office.filings.claim(
        {
          kind: 'upload',
          environment: 'prod',
          company: company(1),
          sha256: randomBytes(32).toString('hex'),
          computer: 'masuratoare 1',
        },
        false,
      ),
    ),
  }
  return {
    bytes: Number(size?.bytes ?? 0) / documents,
    levels: depth?.levels ?? 0,
    times,
    sizes: Object.fromEntries(each.map(({ name, bytes }) => [name, Number(bytes) / documents])),
  }
}
