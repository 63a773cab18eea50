import { parseArgs } from 'node:util'
import { table } from '../../native-host/cli/terminal/terminal.ts'
import { createOffice } from '../../native-host/office/create-office.ts'
import { openOfficeDatabase } from '../../native-host/office/database.ts'
import { openOffice } from '../../native-host/office/office.ts'
import { addSeat, type SeatLogin } from '../../native-host/office/seats/seats.ts'
import { HAS_POSTGRES, startPostgres } from '../../test/contract/support/postgres.ts'
import { fill } from './fill.ts'
import { type Cost, measure } from './measure.ts'
import { PARTS, partition } from './partition.ts'

const OWNER = { user: 'gestiune', password: 'parola-gestiunii' }
/** The target of the projection: each index page points to some 200 others, and one more level is one more page. */
const MEANT = 100_000_000

const { values } = parseArgs({ options: { documents: { type: 'string', default: '200000' } } })
const most = Number(values.documents)
if (!HAS_POSTGRES) throw new Error('there is no PostgreSQL server on this machine')

/** Another seat, for which everything is a colleague's. */
async function seatOf(first: SeatLogin): Promise<SeatLogin> {
  const database = openOfficeDatabase({ ...first, ca: null })
  try {
    return await addSeat(database, first.url, { name: 'Al doilea', role: 'office', companies: [] })
  } finally {
    await database.close()
  }
}

const server = await startPostgres({ settings: ['shared_buffers=256MB', 'max_wal_size=4GB', 'autovacuum=off'] })
try {
  const rows: string[][] = []
  const show = (name: string, documents: number, { bytes, levels, ...times }: Cost) => {
    const { news, latest, missing, put, claim } = times
    const ms = [news, latest, missing, put, claim].map(one => one.toFixed(1))
    rows.push([name, documents.toLocaleString('en'), (bytes / 1000).toFixed(2), String(levels), ...ms])
  }
  let whole: Cost | undefined
  for (const [database, name, sizes] of [
    ['whole', 'one table', [most / 10, most]],
    ['parts', `${PARTS} parts`, [most / 10, most]],
  ] as const) {
    await server.createDatabase(database, OWNER)
    const owner = { url: server.url(database, OWNER.user), password: OWNER.password, ca: null }
    const login = await createOffice(owner, { seat: 'Birou', storage: null })
    await server.run(database, 'CREATE EXTENSION pageinspect')
    if (database === 'parts') await partition(server, database)
    const asking = await seatOf(login)
    const office = openOffice({ ...asking, ca: null, objectStore: null }, 'prod')
    let filled = 0
    for (const documents of sizes) {
      await fill(server, database, filled, documents)
      filled = documents
      const cost = await measure(server, database, office, documents)
      show(name, documents, cost)
      if (database === 'whole') whole = cost
    }
    await office.close()
  }
  const heads = ['tables', 'documents', 'KB each', 'levels', 'news', 'latest', 'missing', 'put', 'claim']
  console.log(table(heads, rows, [1, 2, 3, 4, 5, 6, 7, 8]))
  console.log(
    '\nms: news: 500 entries after a cursor; latest: 3000; missing: 100 documents; put: 100 entries; claim: a filing',
  )
  if (whole) {
    const more = Math.ceil(Math.log(MEANT / most) / Math.log(200))
    const terabytes = ((whole.bytes * MEANT) / 1e12).toFixed(2)
    console.log(
      `${MEANT.toLocaleString('en')} documents: ${terabytes} TB of index, at most ${whole.levels + more} levels`,
    )
  }
} finally {
  await server.stop()
}
