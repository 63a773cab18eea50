import type { Archive } from '../../../native-host/archive/core/archive.ts'
import { openArchive } from '../../../native-host/archive/core/open.ts'
import { listToday, SENT_SHOWN } from '../../../native-host/deadlines/list-today.ts'
import { atRiskBefore } from '../../../native-host/deadlines/retention.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { indexSize, largeArchive, NOW, SIZES } from '../support/large-archives.ts'
import { type Cases, knownIn, listCases, searchCases } from '../support/list-cases.ts'
import type { Curve, Line, Picture, Row } from '../support/row.ts'
import { median, ROUNDS, timed } from '../support/samples.ts'

const DAY = 86_400_000
/** Bytes of one document, its ZIP and what lies beside it, as the authority's real ones are. */
const DOCUMENT = 12_000

/** Medians of each case at one size, ms. */
type Times = Readonly<Record<string, number>>
type Asked = Record<'lists' | 'searches' | 'counters' | 'open' | 'size', Times>

/** The questions that people wait for, at 1,000,000 documents against 10,000. */
export const row: Row = {
  async measure() {
    const asked = new Map<number, Asked>()
    for (const size of SIZES) asked.set(size, await askAll(size))
    const [floor, ours] = [asked.get(10_000), asked.get(1_000_000)]
    if (!floor || !ours) throw new Error('a size is missing')
    const line = (measure: string, what: keyof Asked, limits: Line['limits']): Line => ({
      measure,
      unit: 'ms',
      ours: Object.values(ours[what]),
      floor: { name: '10,000 documents', values: Object.keys(ours[what]).map(name => floor[what][name] ?? Number.NaN) },
      limits,
    })
    for (const what of ['lists', 'searches', 'counters'] as const) console.error(slowest(what, ours[what], floor[what]))
    return {
      lines: [
        line('open the archive, 1,000,000 documents', 'open', [atMost('ratio', 2), atMost('ours', 50)]),
        line('every filter and sort, first page and any', 'lists', [atMost('ratio', 3), atMost('p95', 30)]),
        line('search as you type, first rows', 'searches', [atMost('ratio', 3), atMost('p95', 30)]),
        line('overview, companies, unread, deadlines', 'counters', [atMost('ratio', 2), atMost('p95', 20)]),
        {
          measure: 'size of the index, of the documents’ own',
          unit: '%',
          ours: Object.values(ours.size),
          floor: null,
          limits: [atMost('ours', 12)],
        },
      ],
      curves: (['open', 'lists', 'searches', 'counters', 'size'] as const).flatMap(what => curvesOf(what, asked)),
    }
  },
}

const atMost = (of: 'ratio' | 'ours' | 'p95', value: number) => ({ of, atMost: value })

async function askAll(documents: number): Promise<Asked> {
  const dataDir = await largeArchive(documents)
  const open = () => openArchive({ dataDir, environment: 'test', now: () => NOW })
  const opened: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    let archive: Archive | undefined
    opened.push(
      await timed(async () => {
        archive = await open()
      }),
    )
    archive?.close()
  }
  const archive = await open()
  try {
    const known = knownIn(archive)
    return {
      open: { open: median(opened.slice(1)) },
      lists: await askEach(listWorks(archive, listCases(archive, known))),
      searches: await askEach(listWorks(archive, searchCases(known))),
      counters: await askEach(counters(archive)),
      size: { size: (100 * indexSize(dataDir)) / (documents * DOCUMENT) },
    }
  } finally {
    archive.close()
  }
}

type Works = Readonly<Record<string, () => unknown>>

const listWorks = ({ messages }: Archive, cases: Cases): Works =>
  Object.fromEntries(Object.entries(cases).map(([name, query]) => [name, () => messages.list(query)]))

const counters = (archive: Archive): Works => ({
  overview: () => [
    archive.companies.list(),
    archive.messages.unread(),
    archive.messages.pendingBefore(atRiskBefore(NOW)),
    archive.uploads.counts(),
    archive.declarations.counts(romaniaDay(NOW)),
    archive.mailbox.unread(),
    archive.requests.openCount(),
  ],
  companies: () => archive.companies.list(),
  'one company': () => archive.companies.get('1'),
  unread: () => archive.messages.unread(),
  choices: () => archive.messages.summary({}, undefined, 'all'),
  'choices of a direction': () => archive.messages.summary({}, undefined, 'received'),
  deadlines: () =>
    listToday({
      now: NOW,
      own: { free: new Set(), working: new Set() },
      unsent: archive.todayFacts.unsent(),
      sent: archive.todayFacts.sent(NOW - SENT_SHOWN * DAY),
      leaving: archive.todayFacts.leaving(atRiskBefore(NOW)),
      acts: archive.todayFacts.acts(NOW - 60 * DAY),
      refused: archive.todayFacts.refused(),
      filed: archive.todayFacts.filed(2024),
      authorizationEndsAt: null,
      certificates: [],
    }),
})

/** The median of each, after one that is not counted. */
async function askEach(works: Works): Promise<Times> {
  const times: Record<string, number> = {}
  for (const [name, work] of Object.entries(works)) {
    await timed(work)
    const samples: number[] = []
    while (samples.length < ROUNDS) samples.push(await timed(work))
    times[name] = median(samples)
  }
  return times
}

function slowest(what: string, ours: Times, floor: Times): string {
  const written = Object.entries(ours)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 12)
    .map(([name, time]) => `${name} ${time.toFixed(1)} (${(floor[name] ?? 0).toFixed(1)})`)
  return `${what}, the slowest of 1,000,000 and in brackets of 10,000, ms: ${written.join('; ')}`
}

/** For lists and searches the slowest and the usual one; each of the others by itself. */
function curvesOf(picture: Picture, asked: ReadonlyMap<number, Asked>): Curve[] {
  const curve = (name: string, value: (times: Times) => number): Curve => ({
    picture,
    name,
    unit: picture === 'size' ? '% of the documents' : 'ms',
    points: [...asked].map(([documents, times]) => ({ documents, value: value(times[picture]) })),
  })
  if (picture === 'lists' || picture === 'searches')
    return [
      curve('the usual one', times => median(Object.values(times))),
      curve('the slowest', times => Math.max(...Object.values(times))),
    ]
  return Object.keys(asked.get(1_000_000)?.[picture] ?? {}).map(name => curve(name, times => times[name] ?? 0))
}
