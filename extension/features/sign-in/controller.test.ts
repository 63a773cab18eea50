import { expect, test } from 'vitest'
import { connectHost } from '../../host/client.ts'
import { type InMemoryHost, inMemoryHost } from '../../host/in-memory-port.ts'
import type { SignIn } from './attempt.ts'
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

function setUp(answers: Parameters<typeof inMemoryHost>[0] = {}) {
  const host: InMemoryHost = inMemoryHost({
    'auth.begin': () => ({ authorizeUrl: AUTHORIZE, redirectUri: REDIRECT }),
    'auth.complete': () => STATUS,
    ...answers,
  })
  const world = { signIn: undefined as SignIn | undefined, tabs: [] as string[], opened: 0 }
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
    resultPage: 'page',
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
  await controller.redirected({ tabId: 1, url: `${REDIRECT}?code=abc` })
  expect(sentCodes()).toEqual([{ code: 'abc' }])
  expect(world.tabs.at(-1)).toBe('1 page')
  expect(world.signIn).toMatchObject({ phase: 'done', status: { serial: '2006B4' } })
  expect(host.closed).toBe(host.opened)
})

test('the code itself is never kept', async () => {
  const { controller, world } = setUp()
  const kept: string[] = []
  await controller.begin()
  const redirected = controller.redirected({ tabId: 1, url: `${REDIRECT}?code=very-secret` })
  kept.push(JSON.stringify(world.signIn))
  await redirected
  kept.push(JSON.stringify(world.signIn))
  expect(kept.join()).not.toContain('very-secret')
})

test('one code is exchanged once, however often its redirect is seen', async () => {
  const { controller, sentCodes } = setUp()
  await controller.begin()
  const request = { tabId: 1, url: `${REDIRECT}?code=abc` }
  await Promise.all([controller.redirected(request), controller.redirected(request)])
  await controller.redirected(request)
  expect(sentCodes()).toHaveLength(1)
})

test('a code of another tab is not sent, and the attempt goes on', async () => {
  const { controller, world, sentCodes } = setUp()
  await controller.begin()
  await controller.redirected({ tabId: 99, url: `${REDIRECT}?code=abc` })
  expect(sentCodes()).toEqual([])
  expect(world.signIn?.phase).toBe('waiting')
})

test('a new attempt replaces the old one, whose tab is closed and whose code is dropped', async () => {
  const { controller, world, sentCodes } = setUp()
  await controller.begin()
  await controller.begin()
  expect(world.tabs).toEqual([`1 ${AUTHORIZE}`, `2 ${AUTHORIZE}`, 'close 1'])
  await controller.tabClosed(1)
  expect(world.signIn?.phase).toBe('waiting')
  await controller.redirected({ tabId: 1, url: `${REDIRECT}?code=old` })
  await controller.redirected({ tabId: 2, url: `${REDIRECT}?code=new` })
  expect(sentCodes()).toEqual([{ code: 'new' }])
})

test('no tab opens for a redirect URI that the host refuses, or that no code could come back to', async () => {
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

test('an error redirect ends the attempt on our page', async () => {
  const { controller, world, sentCodes } = setUp()
  await controller.begin()
  await controller.redirected({ tabId: 1, url: `${REDIRECT}?error=access_denied` })
  expect(world.signIn).toMatchObject({ phase: 'failed', error: { details: { params: { error: 'access_denied' } } } })
  expect(world.tabs.at(-1)).toBe('1 page')
  expect(sentCodes()).toEqual([])
})

test('a refused exchange ends the attempt with the host’s reason', async () => {
  const { controller, world } = setUp({
    'auth.complete': () => {
      throw { code: 'session-expired', message: 'x', details: { reason: 'code-expired', params: {} } }
    },
  })
  await controller.begin()
  await controller.redirected({ tabId: 1, url: `${REDIRECT}?code=abc` })
  expect(world.signIn).toMatchObject({ phase: 'failed', error: { details: { reason: 'code-expired' } } })
})

test('closing the tab, the gateway’s hang-up and the end of time each end a waiting attempt with their reason', async () => {
  for (const [end, reason] of [
    ['tabClosed', 'sign-in-tab-closed'],
    ['hungUp', 'certificate-not-presented'],
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
  await controller.redirected({ tabId: 1, url: `${REDIRECT}?code=abc` })
  await controller.tabClosed(1)
  expect(world.signIn?.phase).toBe('done')
})
