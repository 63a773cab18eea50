import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createRandom } from '../authority/world/random.ts'
import { archivedFiles } from '../contract/support/archived-zips.ts'
import { numberOption } from '../proof/options.ts'
import { backUpAndRestore } from './phases/backup.ts'
import { fileTogether, settleFilings } from './phases/filings.ts'
import { gather } from './phases/gather.ts'
import { joinLargeArchive } from './phases/joining.ts'
import { measureNews } from './phases/news.ts'
import { judgeLost, loseDocuments } from './phases/quotas.ts'
import { settle } from './phases/settle.ts'
import { goThroughTrouble, type Trouble } from './phases/trouble.ts'
import { booksOf, givenOut } from './support/archives.ts'
import { createLedger, type Ledger } from './support/ledger.ts'
import { repeatedWithoutReason } from './support/outages.ts'
import { done, openPremises, type Premises } from './support/premises.ts'

const SEED = numberOption('seed', 1)
const SEATS = numberOption('seats', 8)
const COMPANIES = numberOption('companies', 40)
const DOCUMENTS = numberOption('documents', 20_000)
/** So many of the documents come before anything goes wrong. */
const QUIET = Math.ceil(DOCUMENTS * 0.8)
const FAULTS = numberOption('faults', Math.max(20, Math.ceil(DOCUMENTS / 200)))
const PAIRS = Math.max(10, Math.ceil(DOCUMENTS / 500))

test('E-33 E-23 E-29 an office of several seats does everything once and loses nothing, whatever is killed or cut', async () => {
  const startedAt = performance.now()
  const ledger = createLedger()
  const random = createRandom(SEED)
  const premises = await openPremises({ seats: SEATS, companies: COMPANIES, documents: QUIET })
  onTestFinished(() => premises.close())
  const { desks, server } = premises
  const [{ version = '' } = {}] = await server.run<{ version: string }>(
    'postgres',
    `SELECT current_setting('server_version') AS version`,
  )
  // Also what was counted until something threw.
  onTestFinished(() =>
    console.info(`\n${ledger.print()}\n\n${SEATS} seats, ${COMPANIES} companies; ${machine(version)}`),
  )
  const phase = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const value = await work
    console.info(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${name}`)
    for (const line of ledger.news()) console.info(`         ${line}`)
    return value
  }
  const all = desks.at(-1)
  if (all) await done(['office', 'keep', '--documents', 'all'], all.env)
  loseDocuments(premises)
  for (const desk of desks) desk.start()

  await phase('all seats have synced', gather(premises, ledger))
  judgeLost(premises, ledger)
  const filed = await phase('pairs of seats have filed', fileTogether(premises, random, ledger, PAIRS))
  await phase('news have been measured', measureNews(premises, random, ledger))
  const size = { documents: DOCUMENTS - QUIET, faults: FAULTS, filings: PAIRS, marks: PAIRS * 5 }
  const trouble = await phase('everything has gone wrong', goThroughTrouble(premises, random, size))
  const filings = [...filed, ...trouble.filings]
  const untrue = await phase('all filings are over', settleFilings(premises, filings))
  ledger.promise(
    'no filing has reached the authority twice, and every seat says what became of it',
    filings.length * desks.length,
    'entries',
    untrue,
  )
  await phase('the archives agree', judge(premises, trouble, ledger))
  const owner = await phase('a backup is restored', backUpAndRestore(premises, ledger))
  await phase('a seat has joined', joinLargeArchive(premises, owner, ledger))

  ledger.time('all of it', (performance.now() - startedAt) / 1000, null)
  expect(ledger.problems(), `seed ${SEED}`).toEqual([])
})

/** After the trouble: everything is there, once, and everywhere the same. */
async function judge(premises: Premises, trouble: Trouble, ledger: Ledger): Promise<void> {
  const { desks } = premises
  ledger.told('what went wrong', [...trouble.struck].map(([name, times]) => `${times} × ${name}`).join(', '))
  await Promise.all(desks.map(desk => desk.sync()))
  const differing = await settle(premises)
  const expected = givenOut(premises)
  ledger.promise(
    'all archives are equal by hash, and all that the authority gave',
    expected.size * desks.length,
    'entries',
    differing,
  )
  const { documents, repeated, wrong } = repeatedWithoutReason(premises, trouble.outages)
  ledger.promise('what was downloaded again had lost its seat or its network', documents, 'documents', wrong)
  ledger.told('downloaded again for that', `${repeated} of ${documents}`)
  const books = desks.map(desk => booksOf(desk).join('\n'))
  const marked = books[0]?.split('\n').length ?? 0
  const strays = desks.filter((_, at) => books[at] !== books[0]).map(({ name }) => `${name} has other notes`)
  ledger.promise('states and notes of the books are the same everywhere', marked * desks.length, 'notes', strays)
  const keeper = desks.at(-1)
  if (keeper) {
    const { checked, problems } = (await done(['archive', 'verify'], keeper.env)) as {
      checked: number
      problems: object[]
    }
    const missing = expected.size - archivedFiles(keeper.env.RECIPISA_DATA_DIR).size
    const broken = [
      ...problems.map(one => JSON.stringify(one)),
      ...(missing > 0 ? [`${missing} files are missing`] : []),
    ]
    ledger.promise('the seat that keeps all documents has each of them whole', checked, 'files', broken)
  }
  const unexpected = desks.flatMap(({ name, env }) =>
    unexpectedIn(env.RECIPISA_DATA_DIR).map(line => `${name}: ${line}`),
  )
  ledger.promise('no seat meets an error that it has no name for', desks.length, 'logs', unexpected)
}

function unexpectedIn(dataDir: string): string[] {
  const lines = globSync(join(dataDir, 'logs/*')).flatMap(file => readFileSync(file, 'utf8').split('\n'))
  return lines.filter(line => line.includes('"unexpected"'))
}

const machine = (version: string) =>
  `${availableParallelism()} cores, Node ${process.versions.node}, PostgreSQL ${version}`
