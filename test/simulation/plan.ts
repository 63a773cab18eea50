import type { Crash } from './machine/process.ts'
import { chance, type Random, randomOf } from './seed.ts'

/** The fate of one request. `late`, `too-fast`: `ms` is the delay, or the pause. */
export type FaultKind =
  | 'unreachable'
  | 'reset-in-request'
  | 'answer-lost'
  | 'cut-short'
  | 'silent'
  | 'late'
  | 'duplicated'
  | 'too-fast'
  | 'unavailable'
  | 'maintenance'

/** `kills`: the process dies once the authority has taken the request. */
export type Fault = { request: number; kind: FaultKind | 'none'; ms?: number; kills?: boolean }

export type PlannedCrash = Crash & { step: number }

/** An event at a moment (ms since the beginning), by a person, the authority or the machine. */
export type Deed = { at: number } & Act
export type Act =
  /** A command at a terminal: the process does the work itself. */
  | { act: 'sync'; leavesAfter?: number }
  /** The panel: a runner does the work, and the panel may be closed meanwhile. */
  | { act: 'panel-sync'; leavesAfter?: number }
  | { act: 'upload'; document: number; panel: boolean; leavesAfter?: number }
  /** The same bytes once more, as somebody does who saw no answer. */
  | { act: 'upload-again'; document: number }
  /** Submits a declaration of the person's own making; the same bytes again where it was one before. */
  | { act: 'submit'; document: number; panel: boolean; leavesAfter?: number }
  | { act: 'ask-for-report'; company: number; panel: boolean; leavesAfter?: number }
  | { act: 'look-up'; panel: boolean }
  | { act: 'resume' }
  | { act: 'cancel-jobs' }
  | { act: 'kill' }
  | { act: 'power' }
  /** The database is gone, with everything that runs; files and journals are left. */
  | { act: 'lose-database' }
  | { act: 'fill-disk'; ms: number }
  | { act: 'shift-clock'; ms: number }
  /** The machine does nothing for a while: what was due meanwhile then happens at once, by turns. */
  | { act: 'stand-still'; ms: number }
  | { act: 'invoice'; company: number }
  | { act: 'revoke-access' }
  | { act: 'sign-in' }

/** Everything that a seed decides, apart from how long things take. */
export type Plan = {
  seed: number
  /** Epoch ms at which the run begins. */
  wall: number
  companies: number
  /** Invoices that each company has from the start. */
  invoices: number
  /** Messages that each company has from the start and that leave the authority's lists within days. */
  leaving: number
  /** The profile's limit; a low one makes a sync download one document after the other. */
  requestsPerMinute: number
  tellsBirths: boolean
  /** The authority's time to process an upload, to list its entries, and to give out a document; ms. */
  pace: { processingMs: number; indexingMs: number; downloadMs: number }
  /** Whether the machine stands still now and then. */
  isBusy: boolean
  faults: readonly Fault[]
  /** By the number of the filing. */
  filingFaults: readonly Fault[]
  crashes: readonly PlannedCrash[]
  /** Whether the index is rebuilt at the end. */
  rebuilds: boolean
  deeds: readonly Deed[]
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
export const MOST_COMPANIES = 3
/** All of so many first seeds have small plans, as most of the others: `npm test` runs them. */
export const SMALL = 300
/** Documents that a person may upload. */
export const UPLOADS = 3

/** Beginnings of a run: an ordinary day, both changes of summer time, the end of a day, a month and a year in Romania. */
const BEGINNINGS = [
  '2026-11-23T09:00:00Z',
  '2026-03-29T00:59:00Z',
  '2026-10-25T00:58:30Z',
  '2026-06-30T20:59:00Z',
  '2026-12-31T21:58:00Z',
]

export function planOf(seed: number): Plan {
  const random = randomOf(seed, 'plan')
  /** Some seeds have none of a kind, so that each is also seen without the others. */
  const upTo = (most: number) => (chance(random, 35) ? 0 : random.between(1, most))
  const pace = {
    processingMs: random.between(500, 8000),
    indexingMs: random.between(500, 8000),
    downloadMs: chance(random, 40) ? random.between(500, 8000) : 0,
  }
  const isSmall = seed <= SMALL || chance(random, 75)
  const isSlow = chance(random, 12)
  return {
    seed,
    wall: Date.parse(random.pick(BEGINNINGS)) + random.between(0, 999),
    companies: random.between(1, isSmall ? 2 : MOST_COMPANIES),
    invoices: isSlow ? random.between(9, 12) : random.between(0, isSmall ? 2 : 6),
    leaving: isSlow ? random.between(1, 2) : 0,
    requestsPerMinute: isSlow ? 60 : 1000,
    tellsBirths: chance(random, 75),
    pace,
    isBusy: chance(random, 60),
    faults: distinct(upTo(12), () => random.between(1, 60)).map(request => faultOf(random, request)),
    filingFaults: distinct(chance(random, 40) ? 2 : 0, () => random.between(1, 3)).map(n => faultOf(random, n)),
    crashes: distinct(upTo(3), () => 1 + Math.floor(600 * random.next() ** 2)).map(step => ({
      step,
      when: random.pick(['before', 'after', 'within'] as const),
      how: chance(random, 30) ? 'power' : 'kill',
    })),
    deeds: deedsOf(random, isSmall ? 3 : 9, pace.processingMs + pace.indexingMs),
    rebuilds: chance(random, isSmall ? 15 : 30),
  }
}

const KINDS: readonly FaultKind[] = [
  'unreachable',
  'reset-in-request',
  'answer-lost',
  'answer-lost',
  'cut-short',
  'silent',
  'late',
  'duplicated',
  'too-fast',
  'unavailable',
  'maintenance',
]

function faultOf(random: Random, request: number): Fault {
  if (chance(random, 12)) return { request, kind: 'none', kills: true }
  const kind = random.pick(KINDS)
  if (kind === 'late') return { request, kind, ms: random.between(1, 50) * SECOND }
  if (kind === 'too-fast') return { request, kind, ms: random.between(1, 40) * SECOND }
  return { request, kind }
}

/** `answered`: after how long uploads are in the lists, ms. */
function deedsOf(random: Random, most: number, answered: number): Deed[] {
  const count = random.between(most > 3 ? 2 : 1, most)
  const leaving = () => (chance(random, 30) ? { leavesAfter: random.between(20, 8000) } : {})
  const document = () => random.between(0, UPLOADS - 1)
  const acts: (() => Act)[] = [
    () => ({ act: 'sync', ...leaving() }),
    () => ({ act: 'sync', ...leaving() }),
    () => ({ act: 'panel-sync', ...leaving() }),
    () => ({ act: 'panel-sync', ...leaving() }),
    () => ({ act: 'upload', document: document(), panel: chance(random, 50), ...leaving() }),
    () => ({ act: 'upload', document: document(), panel: chance(random, 50), ...leaving() }),
    () => ({ act: 'upload', document: document(), panel: chance(random, 50), ...leaving() }),
    () => ({ act: 'upload-again', document: document() }),
    () => ({ act: 'submit', document: document(), panel: chance(random, 50), ...leaving() }),
    () => ({ act: 'submit', document: document(), panel: chance(random, 50), ...leaving() }),
    () => ({ act: 'ask-for-report', company: document(), panel: chance(random, 50), ...leaving() }),
    () => ({ act: 'ask-for-report', company: document(), panel: chance(random, 50), ...leaving() }),
    () => ({ act: 'look-up', panel: chance(random, 50) }),
    () => ({ act: 'resume' }),
    () => ({ act: 'cancel-jobs' }),
    () => ({ act: 'kill' }),
    () => (chance(random, 40) ? { act: 'power' } : { act: 'kill' }),
    () => ({ act: chance(random, 50) ? 'lose-database' : 'resume' }),
    () => ({ act: 'fill-disk', ms: random.between(100, 10_000) }),
    () => ({ act: 'shift-clock', ms: random.pick([-HOUR, HOUR, -2 * MINUTE, 10 * MINUTE, -30 * SECOND]) }),
    () => ({ act: 'invoice', company: random.between(0, MOST_COMPANIES - 1) }),
    () => ({ act: 'revoke-access' }),
    () => ({ act: 'sign-in' }),
  ]
  let at = 0
  const deeds = Array.from({ length: count }, (): Deed => {
    // Close together as a rule, so that processes meet.
    at += chance(random, 70) ? random.between(0, 1500) : random.between(0, 15_000)
    return { at, ...random.pick(acts)() }
  })
  const uploaded = deeds.findIndex(({ act }) => act === 'upload')
  const upload = deeds[uploaded]
  if (upload) {
    deeds.push(...meetings(random, upload, answered))
    if (chance(random, 25)) deeds.push(...rivalRunners(random, upload))
    else if (chance(random, 35)) deeds.splice(uploaded, 1, ...lateFollower(random, upload, answered))
  }
  const errand = deeds.find(({ act }) => act === 'submit' || act === 'ask-for-report')
  if (errand && chance(random, 50)) deeds.push({ at: errand.at + random.between(0, 4000), act: 'resume' })
  const revoked = deeds.find(({ act }) => act === 'revoke-access')
  if (revoked && chance(random, 60)) deeds.push(...rivals(random, revoked))
  return deeds.sort((one, other) => one.at - other.at)
}

/** Others that work on an upload too: a runner when it is written down, and a sync when its document is there. */
function meetings(random: Random, { at }: Deed, answered: number): Deed[] {
  return [
    ...(chance(random, 40) ? [{ at: at + random.between(0, 300), act: 'resume' } as const] : []),
    ...(chance(random, 50) ? [{ at: at + answered + random.between(0, 4000), act: 'panel-sync' } as const] : []),
  ]
}

/** Two runners that find an upload at the same time: each has seen that nobody has claimed it. */
function rivalRunners(random: Random, { at }: Deed): Deed[] {
  const resumed = random.between(0, 400)
  return [
    { at: at + resumed, act: 'resume' },
    { at: at + resumed + random.between(0, 100), act: 'resume' },
    ...Array.from({ length: 4 }, (_, n): Deed => {
      return { at: at + resumed + n * 250 + random.between(0, 200), act: 'stand-still', ms: random.between(100, 300) }
    }),
  ]
}

/** Nobody follows an upload until its document is in the lists, and a sync downloads it when somebody does. */
function lateFollower(random: Random, upload: Deed, answered: number): Deed[] {
  const listed = upload.at + answered + random.between(500, 3000)
  return [
    {
      ...upload,
      act: 'upload',
      document: random.between(0, UPLOADS - 1),
      panel: false,
      leavesAfter: random.between(500, 3000),
    },
    { at: listed, act: 'sync' },
    { at: listed + random.between(300, 4000), act: 'resume' },
  ]
}

/** Two processes that find the access token refused at about the same time. */
function rivals(random: Random, { at }: Deed): Deed[] {
  return [
    { at: at + random.between(0, 300), act: 'sync' },
    { at: at + random.between(0, 300), act: 'upload', document: random.between(0, UPLOADS - 1), panel: false },
  ]
}

function distinct(count: number, draw: () => number): number[] {
  return [...new Set(Array.from({ length: count }, draw))].sort((a, b) => a - b)
}
