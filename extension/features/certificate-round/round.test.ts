import { expect, test } from 'vitest'
import type { Overview } from '../../../shared/protocol/overview.ts'
import type { ServiceSession } from '../../../shared/protocol/session.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import type { Round, RoundStepId } from '../certificate-visit/stored-visits.ts'
import type { Begun } from '../certificate-visit/visits.ts'
import { SETTLED } from '../page/page.fixture.ts'
import { createRound } from './round.ts'

const session = (service: 'spv' | 'portal', state: ServiceSession['state']): ServiceSession => ({
  service,
  state,
  since: 1,
  lastUsedAt: 1,
  expiresAt: null,
  keptIn: 'owner-only-file',
})
const NEW: Overview = {
  ...SETTLED,
  auth: { ...SETTLED.auth, state: 'disconnected' },
  sessions: [session('spv', 'none'), session('portal', 'expired')],
}
const WITHOUT_APPLICATION: Overview = { ...NEW, profile: { ...NEW.profile, clientId: null } }

/** Steps with the given outcomes, by default `begun`. */
function setUp(overview: Overview, how: Partial<Record<RoundStepId, Begun | Promise<Begun>>> = {}) {
  const host = inMemoryHost({ 'overview.get': () => overview })
  const world = { round: undefined as Round | undefined, did: [] as string[], tabs: 0, isChosen: false }
  const step = (id: RoundStepId) => async (tabId: number) => {
    world.did.push(`${id} in ${tabId}`)
    return how[id] ?? 'begun'
  }
  const round = createRound({
    connect: () => connectHost(host.open),
    now: () => 1000,
    isCertificateChosen: async () => world.isChosen,
    read: async () => world.round,
    write: async changed => {
      world.round = changed
    },
    openTab: async () => {
      world.tabs += 1
      return world.tabs
    },
    leadTab: async (tabId, url) => Boolean(world.did.push(`lead ${tabId} ${url}`)),
    closeTab: async tabId => Boolean(world.did.push(`close ${tabId}`)),
    steps: { certificate: step('certificate'), efactura: step('efactura'), spv: step('spv'), portal: step('portal') },
    resultPage: 'page',
  })
  return { round, world, host }
}

test('one click goes through e-Factura, the mailbox and the portal in one tab, and ends on our page', async () => {
  const { round, world, host } = setUp(NEW)
  expect(await round.begin()).toBe('begun')
  expect(world.did).toEqual(['efactura in 1'])
  for (let n = 0; n < 3; n += 1) expect(await round.goOn(1)).toBe(true)
  expect(world.did).toEqual(['efactura in 1', 'spv in 1', 'portal in 1', 'lead 1 page'])
  expect(await round.goOn(1)).toBe(false)
  expect(host.closed).toBe(host.opened)
})

test.each([
  ['no OAuth application', WITHOUT_APPLICATION, ['spv', 'portal']],
  [
    'e-Factura with the certificate alone',
    { ...NEW, profile: { ...NEW.profile, access: 'certificate' } },
    ['certificate', 'spv', 'portal'],
  ],
  ['a token that works', { ...NEW, auth: SETTLED.auth }, ['spv', 'portal']],
  ['no declarations', { ...NEW, sessions: [session('spv', 'none'), session('portal', 'none')] }, ['efactura', 'spv']],
  [
    'declarations that were submitted before',
    {
      ...NEW,
      sessions: [session('spv', 'none'), session('portal', 'none')],
      declarations: { ...NEW.declarations, known: 1 },
    },
    ['efactura', 'spv', 'portal'],
  ],
] satisfies [string, Overview, RoundStepId[]][])(
  'nothing is asked for that is not used: %s',
  async (_, overview, steps) => {
    const { round, world } = setUp(overview)
    await round.begin()
    expect(world.round?.steps).toEqual(steps)
  },
)

test('G-12 where all is there no tab opens; what is there already when its turn comes is passed over', async () => {
  const all = [session('spv', 'active'), session('portal', 'active')]
  const { round, world } = setUp({ ...SETTLED, sessions: all })
  expect(await round.begin()).toBe('not-needed')
  expect([world.did, world.tabs]).toEqual([[], 0])

  const one = setUp(
    { ...SETTLED, sessions: [session('spv', 'active'), session('portal', 'expired')] },
    { spv: 'not-needed' },
  )
  await one.round.begin()
  expect(one.world.did).toEqual(['spv in 1', 'portal in 1'])
  expect(one.world.round?.there).toEqual(['spv'])
})

test('E-28 a certificate that was chosen for e-Factura is not asked for again while the browser is open', async () => {
  const profile = { ...NEW.profile, access: 'certificate' } as const
  const { round, world } = setUp({ ...NEW, profile })
  world.isChosen = true
  await round.begin()
  expect(world.round?.steps).toEqual(['spv', 'portal'])
  const all = setUp({ ...SETTLED, profile, sessions: [session('spv', 'active'), session('portal', 'active')] })
  expect(await all.round.begin()).toBe('begun')
  expect(all.world.did).toEqual(['certificate in 1'])
})

test('a portal session past its ten minutes is missing, whether or not the host has noticed', async () => {
  const portal = { ...session('portal', 'active'), expiresAt: 999 }
  const { round, world } = setUp({ ...SETTLED, sessions: [session('spv', 'active'), portal] }, { spv: 'not-needed' })
  await round.begin()
  expect(world.did).toEqual(['spv in 1', 'portal in 1'])
})

test('a step that cannot begin does not hold the others up', async () => {
  const { round, world } = setUp(NEW, { efactura: 'failed', spv: 'failed' })
  await round.begin()
  expect(world.did).toEqual(['efactura in 1', 'spv in 1', 'portal in 1'])
})

test('E-28 the certificate’s page that reports again while the mailbox’s visit begins skips no step', async () => {
  const slow = Promise.withResolvers<Begun>()
  const { round, world } = setUp({ ...NEW, profile: { ...NEW.profile, access: 'certificate' } }, { spv: slow.promise })
  await round.begin()
  const first = round.goOn(1, 'certificate')
  expect(await round.goOn(1, 'certificate')).toBe(false)
  slow.resolve('begun')
  expect(await first).toBe(true)
  expect(world.did).toEqual(['certificate in 1', 'spv in 1'])
  await round.goOn(1)
  expect(world.did.at(-1)).toBe('portal in 1')
})

test('another tab is no business of the round, and a closed one ends it', async () => {
  const { round, world } = setUp(NEW)
  await round.begin()
  expect(await round.goOn(99)).toBe(false)
  await round.tabClosed(99)
  expect(world.round?.at).toBe(0)
  await round.tabClosed(1)
  expect(await round.goOn(1)).toBe(false)
  expect(world.did).toEqual(['efactura in 1'])
})

test('a second click replaces a round that hangs, and closes its tab', async () => {
  const { round, world } = setUp(NEW)
  await round.begin()
  await round.begin()
  expect(world.did).toEqual(['efactura in 1', 'efactura in 2', 'close 1'])
  expect(await round.goOn(1)).toBe(false)
  expect(await round.goOn(2)).toBe(true)
})
