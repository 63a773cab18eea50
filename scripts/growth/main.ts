import { parseArgs } from 'node:util'
import { table } from '../../native-host/cli/terminal/terminal.ts'
import { createOffice } from '../../native-host/office/create-office.ts'
import { openOfficeDatabase } from '../../native-host/office/database.ts'
import { openOffice } from '../../native-host/office/office.ts'
import { addSeat, type SeatLogin } from '../../native-host/office/seats/seats.ts'
import { createRandom } from '../../test/authority/world/random.ts'
import { HAS_POSTGRES, type PostgresServer, startPostgres } from '../../test/contract/support/postgres.ts'
import { fill } from './fill.ts'
import { type Cost, measure } from './measure.ts'
import { PARTS, partition } from './partition.ts'
import { type Calibration, type Machine, QUESTIONS, simulate } from './simulate.ts'

const OWNER = { user: 'gestiune', password: 'parola-gestiunii' }
/** Offices that are simulated from what was measured. */
const SIMULATED = [20_000, 1_000_000, 10_000_000, 100_000_000]
/** A small server with an SSD, one with a disk that turns, and a large one. */
const MACHINES: readonly (Machine & { name: string })[] = [
  { name: '4 GB, SSD', memory: 4e9, read: 0.1 },
  { name: '4 GB, disk', memory: 4e9, read: 8 },
  { name: '64 GB, SSD', memory: 64e9, read: 0.1 },
]

const { values } = parseArgs({
  options: { documents: { type: 'string', default: '1000000' }, minutes: { type: 'string', default: '15' } },
})
const most = Number(values.documents)
if (!HAS_POSTGRES) throw new Error('there is no PostgreSQL server on this machine')
const begunAt = performance.now()
const minutes = () => (performance.now() - begunAt) / 60_000

/** Another seat, for which everything is a colleague's. */
async function seatOf(first: SeatLogin): Promise<SeatLogin> {
  const database = openOfficeDatabase({ ...first, ca: null })
  try {
    return await addSeat(database, first.url, { name: 'Al doilea', role: 'office', companies: [] })
  } finally {
    await database.close()
  }
}

/** Fills an office step by step and measures it at each; a step that would take longer than there is time is left out. */
async function grow(server: PostgresServer, database: string, sizes: readonly number[]): Promise<[number, Cost][]> {
  await server.createDatabase(database, OWNER)
  const owner = { url: server.url(database, OWNER.user), password: OWNER.password, ca: null }
  const login = await createOffice(owner, { seat: 'Birou', storage: null })
  await server.run(database, 'CREATE EXTENSION pageinspect')
  if (database === 'parts') await partition(server, database)
  const office = openOffice({ ...(await seatOf(login)), ca: null, objectStore: null }, 'prod')
  const measured: [number, Cost][] = []
  let filled = 0
  let perDocument = 0
  for (const documents of sizes) {
    const left = Number(values.minutes) - minutes()
    if (perDocument * (documents - filled) > left) {
      console.log(
        `${database}: ${documents.toLocaleString('en')} documents would take longer than --minutes ${values.minutes}`,
      )
      break
    }
    const before = minutes()
    await fill(server, database, filled, documents)
    perDocument = (minutes() - before) / (documents - filled)
    filled = documents
    measured.push([documents, await measure(server, database, office, documents)])
    console.log(`${minutes().toFixed(1)} min: ${database}, ${documents.toLocaleString('en')} documents`)
  }
  await office.close()
  return measured
}

const rowOf =
  (name: string) =>
  ([documents, { bytes, levels, times }]: [number, Cost]) => [
    ...[name, documents.toLocaleString('en'), (bytes / 1000).toFixed(2), String(levels)],
    ...QUESTIONS.map(question => times[question].toFixed(1)),
  ]

/** Sizes as the largest office has them, and the least that a question took at any size: other work on the machine only adds. */
function calibrate(sizes: Cost['sizes'], all: readonly Cost[]): Calibration {
  const of = (name: string) => sizes[name] ?? 0
  return {
    heap: { entries: of('entries'), documents: of('documents') },
    index: { byName: of('entries_pkey'), byNews: of('entries_news'), byHash: of('documents_pkey') },
    inMemory: Object.fromEntries(
      QUESTIONS.map(question => [question, Math.min(...all.map(({ times }) => times[question]))]),
    ) as Calibration['inMemory'],
  }
}

const server = await startPostgres({ settings: ['shared_buffers=1GB', 'max_wal_size=4GB', 'autovacuum=off'] })
try {
  const whole = await grow(server, 'whole', [most / 100, most / 10, most])
  const parts = await grow(server, 'parts', [most / 10, most])
  const heads = ['documents', 'KB each', 'levels', ...QUESTIONS]
  const right = [1, 2, 3, 4, 5, 6, 7, 8]
  console.log('\nMeasured, ms (median):\n')
  console.log(
    table(['tables', ...heads], [...whole.map(rowOf('one table')), ...parts.map(rowOf(`${PARTS} parts`))], right),
  )
  console.log(
    '\nnews: 500 entries after a cursor; latest: 3000; missing: 100 documents; put: 100 entries; claim: a filing',
  )

  const largest = whole.at(-1)?.[1]
  if (largest) {
    const calibration = calibrate(
      largest.sizes,
      whole.map(([, cost]) => cost),
    )
    const rows = MACHINES.flatMap(({ name, ...machine }) =>
      SIMULATED.map(documents => {
        const random = createRandom(1)
        const { bytes, levels, questions } = simulate(documents, calibration, machine, () => random.next())
        const cells = QUESTIONS.map(
          question => `${questions[question].ms.toFixed(0)} (${questions[question].reads.toFixed(1)})`,
        )
        return [name, documents.toLocaleString('en'), (bytes / 1e9).toFixed(2), String(levels), ...cells]
      }),
    )
    console.log('\nSimulated from that, ms (pages from the disk); GB without documents, which lie in S3:\n')
    console.log(table(['server', 'documents', 'GB', 'levels', ...QUESTIONS], rows, right))
  }
} finally {
  await server.stop()
}
