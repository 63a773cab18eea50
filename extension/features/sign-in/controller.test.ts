import { expect, test } from 'vitest'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { connectHost } from '../../host/client.ts'
import { type InMemoryHost, inMemoryHost } from '../../host/port.fixture.ts'
import type { SignInVisit } from '../certificate-visit/stored-visits.ts'
import { createSignIn } from './controller.ts'

const REDIRECT = 'https://localhost:8443/callback'
const AUTHORIZE = 'https://logincert.localhost/authorize'
const STATUS = {
  state: 'connected',
  serial: '2006B4',
  clientAppId: null,
  roles: [],
  accessExpiresAt: 1,
  refreshExpiresAt: 2,
  signature: 'verified',
  keptIn: 'owner-only-file',
}

/** A request to the callback, redirected by the authority's own answer. */
const arrival = (tabId: number, url: string) => ({ tabId, url, redirectedBy: AUTHORIZE, initiator: undefined })

function setUp(answers: Parameters<typeof inMemoryHost>[0] = {}) {
  const host: InMemoryHost = inMemoryHost({
    'auth.begin': () => ({ authorizeUrl: AUTHORIZE, redirectUri: REDIRECT }),
    'auth.complete': () => STATUS,
    ...answers,
  })
  const world = {
    signIn: undefined as SignInVisit | undefined,
    intrusion: null as ErrorBody | null,
    tabs: [] as string[],
    opened: 0,
    text: '',
  }
  const controller = createSignIn({
    connect: () => connectHost(host.open),
    now: () => 1000 + world.opened,
    read: async () => world.signIn,
    write: async signIn => {
      world.signIn = signIn
    },
    openTab: async () => {
      world.opened += 1
      return world.opened
    },
    leadTab: async (tabId, url) => {
      world.tabs.push(`${tabId} ${url}`)
      return true
    },
    hasCrashed: async () => false,
    closeTab: async tabId => {
      world.tabs.push(`close ${tabId}`)
      return true
    },
    goOn: async () => false,
    resultPage: 'page',
    isWatched: address => new URL(address).hostname.endsWith('localhost'),
    ownOrigin: 'chrome-extension://abc',
    tellIntrusion: async intrusion => {
      world.intrusion = intrusion
    },
    readText: async () => world.text,
  })
  const sentCodes = () =>
    host.received.flatMap(frame => {
      const { method, params } = frame as { method?: string; params?: unknown }
      return method === 'auth.complete' ? [params] : []
    })
  return { controller, world, host, sentCodes }
}

test('the whole way: a tab for the certificate, its code to the host, the result on our page', async () => {
  const { controller, world, host, sentCodes } = setUp()
  await controller.begin()
  expect(world.signIn).toMatchObject({ phase: 'waiting', tabId: 1, endsAt: REDIRECT })
  expect(world.tabs).toEqual([`1 ${AUTHORIZE}`])
  await controller.redirected(arrival(1, `${REDIRECT}?code=abc`))
  expect(sentCodes()).toEqual([{ code: 'abc' }])
  expect(world.tabs.at(-1)).toBe('1 page')
  expect(world.signIn).toMatchObject({ phase: 'done', status: { serial: '2006B4' } })
  expect(host.closed).toBe(host.opened)
})

test('the code itself is never stored', async () => {
  const { controller, world } = setUp()
  const stored: string[] = []
  await controller.begin()
  const redirected = controller.redirected(arrival(1, `${REDIRECT}?code=very-secret`))
  stored.push(JSON.stringify(world.signIn))
  await redirected
  stored.push(JSON.stringify(world.signIn))
  expect(stored.join()).not.toContain('very-secret')
})

test('one code is exchanged once, however often its redirect is seen', async () => {
  const { controller, sentCodes } = setUp()
  await controller.begin()
  const request = arrival(1, `${REDIRECT}?code=abc`)
  await Promise.all([controller.redirected(request), controller.redirected(request)])
  await controller.redirected(request)
  expect(sentCodes()).toHaveLength(1)
})

test('a code of another tab is not sent, and the visit goes on', async () => {
  const { controller, world, sentCodes } = setUp()
  await controller.begin()
  await controller.redirected(arrival(99, `${REDIRECT}?code=abc`))
  expect(sentCodes()).toEqual([])
  expect(world.signIn?.phase).toBe('waiting')
})

test('a new visit replaces the old one, whose tab is closed and whose code is dropped', async () => {
  const { controller, world, sentCodes } = setUp()
  await controller.begin()
  await controller.begin()
  expect(world.tabs).toEqual([`1 ${AUTHORIZE}`, `2 ${AUTHORIZE}`, 'close 1'])
  await controller.tabClosed(1)
  expect(world.signIn?.phase).toBe('waiting')
  await controller.redirected(arrival(1, `${REDIRECT}?code=old`))
  await controller.redirected(arrival(2, `${REDIRECT}?code=new`))
  expect(sentCodes()).toEqual([{ code: 'new' }])
})

test('no tab opens for a redirect URI that the host refuses or that cannot receive a code', async () => {
  const refused = setUp({
    'auth.begin': () => {
      throw { code: 'invalid-input', message: 'x', details: { reason: 'redirect-not-https', params: {} } }
    },
  })
  await expect(refused.controller.begin()).rejects.toMatchObject({ body: { code: 'invalid-input' } })
  const elsewhere = setUp({
    'auth.begin': () => ({ authorizeUrl: AUTHORIZE, redirectUri: 'http://localhost/callback' }),
  })
  await expect(elsewhere.controller.begin()).rejects.toMatchObject({ reason: 'redirect-not-https' })
  expect([refused.world.opened, elsewhere.world.opened]).toEqual([0, 0])
})

test('an error redirect ends the visit on our page', async () => {
  const { controller, world, sentCodes } = setUp()
  await controller.begin()
  await controller.redirected(arrival(1, `${REDIRECT}?error=access_denied`))
  expect(world.signIn).toMatchObject({ phase: 'failed', error: { details: { params: { error: 'access_denied' } } } })
  expect(world.tabs.at(-1)).toBe('1 page')
  expect(sentCodes()).toEqual([])
})

test('A-04 a foreign page in the sign-in’s tab ends the visit: its code goes nowhere, and its host is named', async () => {
  const { controller, world, sentCodes } = setUp()
  await controller.begin()
  await controller.redirected({
    ...arrival(1, `${REDIRECT}?code=evil`),
    redirectedBy: undefined,
    initiator: 'https://evil.example',
  })
  expect(sentCodes()).toEqual([])
  const told = { code: 'refused', details: { reason: 'sign-in-strange-page', params: { host: 'evil.example' } } }
  expect(world.signIn).toMatchObject({ phase: 'failed', error: told })
  expect(world.intrusion).toMatchObject(told)
  expect(world.tabs.at(-1)).toBe('1 page')
  expect(JSON.stringify(world)).not.toContain('evil&')
  await controller.begin()
  expect(world.intrusion).toBeNull()
})

test('A-04 a foreign page in another tab is reported, and the visit goes on to its own code', async () => {
  const { controller, world, sentCodes } = setUp()
  await controller.begin()
  await controller.redirected({ tabId: 9, url: `${REDIRECT}?code=evil`, redirectedBy: undefined, initiator: undefined })
  expect(world.signIn?.phase).toBe('waiting')
  expect(world.intrusion).toMatchObject({ details: { reason: 'sign-in-not-from-authority' } })
  await controller.redirected(arrival(1, `${REDIRECT}?code=own`))
  expect(sentCodes()).toEqual([{ code: 'own' }])
})

test('A-04 after a foreign page in the tab, only a page of the authority there leads to the code again', async () => {
  const { controller, world, sentCodes } = setUp()
  await controller.begin()
  await controller.went(1, 'https://evil.example/a')
  await controller.went(2, AUTHORIZE)
  expect(world.signIn).toMatchObject({ phase: 'waiting', strayedTo: 'evil.example' })
  await controller.went(1, 'https://logincert.localhost/my.policy')
  await controller.redirected(arrival(1, `${REDIRECT}?code=own`))
  expect(sentCodes()).toEqual([{ code: 'own' }])

  const strayed = setUp()
  await strayed.controller.begin()
  await strayed.controller.went(1, 'https://evil.example/a')
  await strayed.controller.redirected(arrival(1, `${REDIRECT}?code=begun-by-it`))
  expect(strayed.sentCodes()).toEqual([])
  expect(strayed.world.intrusion).toMatchObject({ details: { params: { host: 'evil.example' } } })
})

test('nothing is reported without a waiting sign-in, or for another program’s address', async () => {
  const { controller, world } = setUp()
  const strange = { tabId: 9, redirectedBy: undefined, initiator: 'https://app.example' }
  await controller.redirected({ ...strange, url: `${REDIRECT}?code=x` })
  await controller.begin()
  await controller.redirected({ ...strange, url: 'https://localhost:3000/callback?code=x' })
  expect(world.intrusion).toBeNull()
  expect(world.signIn?.phase).toBe('waiting')
})

test('a refused exchange ends the visit with the host’s reason', async () => {
  const { controller, world } = setUp({
    'auth.complete': () => {
      throw { code: 'session-expired', message: 'x', details: { reason: 'code-expired', params: {} } }
    },
  })
  await controller.begin()
  await controller.redirected(arrival(1, `${REDIRECT}?code=abc`))
  expect(world.signIn).toMatchObject({ phase: 'failed', error: { details: { reason: 'code-expired' } } })
})

test('after the gateway’s hang-up the sign-in starts once more in its tab; the second one ends it', async () => {
  const { controller, world } = setUp()
  await controller.begin()
  await controller.hungUp(5)
  await controller.hungUp(1)
  expect(world.signIn?.phase).toBe('waiting')
  expect(world.tabs).toEqual([`1 ${AUTHORIZE}`, `1 ${AUTHORIZE}`])
  await controller.hungUp(1)
  expect(world.signIn).toMatchObject({ phase: 'failed', error: { details: { reason: 'certificate-not-presented' } } })
  expect(world.tabs.at(-1)).toBe('1 page')
})

test('closing the tab and the time limit each end a waiting visit with their reason', async () => {
  for (const [end, reason] of [
    ['tabClosed', 'sign-in-tab-closed'],
    ['timedOut', 'sign-in-timeout'],
  ] as const) {
    const { controller, world } = setUp()
    await controller.begin()
    await controller[end](1)
    expect(world.signIn, end).toMatchObject({ phase: 'failed', error: { details: { reason } } })
  }
})

test('closing another tab, or the tab after the end, changes nothing', async () => {
  const { controller, world } = setUp()
  await controller.begin()
  await controller.tabClosed(5)
  expect(world.signIn?.phase).toBe('waiting')
  await controller.redirected(arrival(1, `${REDIRECT}?code=abc`))
  await controller.tabClosed(1)
  expect(world.signIn?.phase).toBe('done')
})

test.each([
  ['Bad Request redirect_uri', 'redirect-not-registered'],
  ['Bad Request invalid_client', 'application-unknown'],
  ['', 'application-unknown'],
])('a refused authorize address (“%s”) ends the visit with its reason, on our page', async (text, reason) => {
  const { controller, world, sentCodes } = setUp()
  world.text = text
  await controller.begin()
  const url = `${AUTHORIZE}?client_id=x`
  await controller.answered({ tabId: 1, url, statusCode: 302 })
  await controller.answered({ tabId: 9, url, statusCode: 400 })
  await controller.answered({ tabId: 1, url: 'https://logincert.localhost/my.policy', statusCode: 400 })
  expect(world.signIn?.phase).toBe('waiting')
  await controller.answered({ tabId: 1, url, statusCode: 400 })
  expect(world.signIn).toMatchObject({
    phase: 'failed',
    error: { details: { reason, params: { redirectUri: REDIRECT } } },
  })
  expect(world.tabs.at(-1)).toBe('1 page')
  expect(sentCodes()).toEqual([])
})
