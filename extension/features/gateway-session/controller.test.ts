import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { SessionCookie } from '../../../shared/protocol/session.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import type { SessionVisit } from '../certificate-visit/stored-visits.ts'
import { createGatewaySession } from './controller.ts'

const PAGE = 'https://webserviced.localhost/SPVWS2/rest/listaMesaje?zile=1'
const LIST = JSON.stringify({ titlu: 'Lista Mesaje', eroare: 'Nu exista mesaje in ultimele 1 zile' })
const COOKIE: SessionCookie = {
  name: 'MRHSession',
  value: 'very-secret',
  domain: 'webserviced.localhost',
  path: '/',
  secure: true,
  httpOnly: false,
  expires: null,
}
const STATUS = {
  services: [{ service: 'spv', state: 'active', since: 1, lastUsedAt: 1, expiresAt: null, keptIn: 'owner-only-file' }],
}
const NONE = {
  services: [
    { service: 'spv', state: 'none', since: null, lastUsedAt: null, expiresAt: null, keptIn: 'owner-only-file' },
  ],
}

function setUp(
  page: { url: string; text: string | null } | undefined,
  answers: Parameters<typeof inMemoryHost>[0] = {},
  unreadable?: Error,
) {
  const host = inMemoryHost({
    'session.status': () => NONE,
    'session.begin': () => ({ url: PAGE }),
    'session.import': () => STATUS,
    ...answers,
  })
  const world = {
    visit: undefined as SessionVisit | undefined,
    did: [] as string[],
    stored: '',
    crashed: false,
    isLast: true,
    isClosed: false,
  }
  const controller = createGatewaySession('spv', {
    connect: () => connectHost(host.open),
    now: () => 1000,
    read: async () => world.visit,
    write: async visit => {
      world.visit = visit
      world.stored += JSON.stringify(visit)
    },
    openTab: async () => 1,
    hasCrashed: async () => world.crashed,
    leadTab: async (tabId, url) => Boolean(world.did.push(`lead ${tabId} ${url}`)) && !world.isClosed,
    closeTab: async tabId => Boolean(world.did.push(`close ${tabId}`)),
    readPage: async tabId => {
      world.did.push(`read ${tabId}`)
      if (unreadable) throw unreadable
      return page && { ...page, portal: 'unknown' as const }
    },
    sendLogonForm: async () => undefined,
    dropCookies: async url => {
      world.did.push(`drop ${url}`)
    },
    cookiesFor: async url => (url === PAGE ? [COOKIE] : []),
    goOn: async tabId => {
      if (!world.isLast) world.did.push(`go on ${tabId}`)
      return !world.isLast
    },
    resultPage: 'page',
  })
  const imports = () =>
    host.received.flatMap(frame => {
      const { method, params } = frame as { method?: string; params?: unknown }
      return method === 'session.import' ? [params] : []
    })
  return { controller, world, host, imports }
}

test('the mailbox’s page in the visit’s tab: its cookies go to the host, the tab closes, nothing is stored', async () => {
  const { controller, world, host, imports } = setUp({ url: PAGE, text: LIST })
  await controller.begin()
  expect(world.did).toEqual([`lead 1 ${PAGE}`])
  await Promise.all([controller.arrived(1, PAGE), controller.arrived(1, PAGE)])
  expect(imports()).toEqual([{ service: 'spv', cookies: [COOKIE] }])
  expect(world.visit?.phase).toBe('done')
  expect(world.did.at(-1)).toBe('close 1')
  expect(world.stored).not.toContain('very-secret')
  expect(host.closed).toBe(host.opened)
})

test('pages of other tabs are not even read', async () => {
  const { controller, world, imports } = setUp({ url: PAGE, text: LIST })
  await controller.arrived(1, PAGE)
  await controller.begin()
  await controller.arrived(99, PAGE)
  expect(world.did).toEqual([`lead 1 ${PAGE}`])
  expect(imports()).toEqual([])
})

test('a page on the way, or of another host, leaves the visit waiting', async () => {
  for (const page of [
    { url: 'https://webserviced.localhost/my.policy', text: 'Al doilea factor' },
    { url: 'https://elsewhere.localhost/SPVWS2/rest/listaMesaje?zile=1', text: LIST },
    undefined,
  ]) {
    const { controller, world, imports } = setUp(page)
    await controller.begin()
    await controller.arrived(1, PAGE)
    expect(world.visit?.phase).toBe('waiting')
    expect(imports()).toEqual([])
  }
})

test('the list in Firefox’s viewer, which no script may enter, is left to the host; a page before it is not', async () => {
  const { controller, world, imports } = setUp({ url: PAGE, text: null })
  await controller.begin()
  await controller.arrived(1, 'https://webserviced.localhost/my.policy')
  expect(world.visit?.phase).toBe('waiting')
  await controller.arrived(1, PAGE)
  expect(imports()).toEqual([{ service: 'spv', cookies: [COOKIE] }])
  expect(world.visit?.phase).toBe('done')
})

test('the login wall and a page that is not a list end the visit with their reason, on our page', async () => {
  for (const [text, reason] of [
    ['Certificatul nu a fost\n prezentat', 'certificate-not-presented'],
    ['Sistem în mentenanță', 'session-page-unexpected'],
    [JSON.stringify({ titlu: 'Altceva' }), 'session-page-unexpected'],
  ]) {
    const { controller, world, imports } = setUp({ url: PAGE, text: text ?? '' })
    await controller.begin()
    await controller.arrived(1, PAGE)
    expect(world.visit).toMatchObject({ phase: 'failed', error: { details: { reason } } })
    expect(world.did.at(-1)).toBe('lead 1 page')
    expect(imports()).toEqual([])
  }
})

test('a note of the service goes to the host, which distinguishes an empty mailbox from a certificate without rights', async () => {
  const note = JSON.stringify({ titlu: 'Eroare', eroare: 'Nu aveti drepturi in SPV' })
  const { controller, world } = setUp(
    { url: PAGE, text: note },
    {
      'session.import': () => {
        throw { code: 'no-rights', message: 'x', details: { reason: 'spv-no-rights', params: { note } } }
      },
    },
  )
  await controller.begin()
  await controller.arrived(1, PAGE)
  expect(world.visit).toMatchObject({ phase: 'failed', error: { details: { reason: 'spv-no-rights' } } })
  expect(world.did).toContain(`drop ${PAGE}`)
})

test('G-12 an active session is reused: no click opens a tab', async () => {
  const { controller, world, host } = setUp(undefined, { 'session.status': () => STATUS, 'session.test': () => STATUS })
  expect(await controller.begin()).toBe('not-needed')
  expect(world.did).toEqual([])
  expect(world.visit).toBeUndefined()
  expect(host.closed).toBe(host.opened)
})

test('a click begins a new session when the gateway no longer accepts the old one', async () => {
  const { controller, world } = setUp(undefined, {
    'session.status': () => STATUS,
    'session.test': () => {
      throw { code: 'session-expired', message: 'x', details: { reason: 'gateway-session-expired', params: {} } }
    },
  })
  expect(await controller.begin()).toBe('begun')
  expect(world.did).toEqual([`lead 1 ${PAGE}`])
})

test('cookies that the host cannot verify end the visit with the host’s reason', async () => {
  const { controller, world } = setUp(
    { url: PAGE, text: LIST },
    {
      'session.import': () => {
        throw { code: 'session-expired', message: 'x', details: { reason: 'gateway-session-expired', params: {} } }
      },
    },
  )
  await controller.begin()
  await controller.arrived(1, PAGE)
  expect(world.visit).toMatchObject({ phase: 'failed', error: { details: { reason: 'gateway-session-expired' } } })
  expect(world.did).not.toContain(`drop ${PAGE}`)
  expect(world.did.at(-1)).toBe('lead 1 page')
})

test('a broken connection is tried once more in the same tab; the second break ends the visit', async () => {
  const { controller, world, imports } = setUp({ url: PAGE, text: LIST })
  const broken = { tabId: 1, url: PAGE, error: 'net::ERR_CONNECTION_RESET' }
  await controller.begin()
  await controller.navigationFailed({ ...broken, tabId: 99 })
  await controller.navigationFailed(broken)
  expect(world.did).toEqual([`lead 1 ${PAGE}`, `lead 1 ${PAGE}`])
  await controller.arrived(1, PAGE)
  expect(imports()).toHaveLength(1)

  await controller.begin()
  await controller.navigationFailed(broken)
  await controller.navigationFailed(broken)
  expect(world.visit).toMatchObject({ phase: 'failed', error: { details: { reason: 'unreachable' } } })
  expect(world.did.at(-1)).toBe('lead 1 page')
})

test('a page that cannot be read, such as a crashed one, is loaded once more in the same tab', async () => {
  const { controller, world } = setUp(undefined, {}, new RecipisaError('sign-in-page-crashed'))
  await controller.begin()
  await controller.arrived(1, PAGE)
  expect(world.visit?.phase).toBe('waiting')
  expect(world.did).toEqual([`lead 1 ${PAGE}`, 'read 1', `lead 1 ${PAGE}`])
  await controller.arrived(1, PAGE)
  expect(world.visit).toMatchObject({ phase: 'failed', error: { details: { reason: 'sign-in-page-crashed' } } })
})

test('a replaced navigation is not a failure; one that lost the page’s process is repeated once', async () => {
  const { controller, world } = setUp(undefined)
  const replaced = { tabId: 1, url: PAGE, error: 'net::ERR_ABORTED' }
  await controller.begin()
  await controller.navigationFailed(replaced)
  expect(world.did).toEqual([`lead 1 ${PAGE}`])
  world.crashed = true
  await controller.navigationFailed({ ...replaced, tabId: 99 })
  expect(world.did).toEqual([`lead 1 ${PAGE}`])
  await controller.navigationFailed(replaced)
  expect(world.did).toEqual([`lead 1 ${PAGE}`, `lead 1 ${PAGE}`])
  await controller.navigationFailed(replaced)
  expect(world.visit).toMatchObject({ phase: 'failed', error: { details: { reason: 'sign-in-page-crashed' } } })
})

test('a failure that a second try cannot fix ends the visit at once', async () => {
  for (const error of ['net::ERR_NAME_NOT_RESOLVED', 'net::ERR_BAD_SSL_CLIENT_AUTH_CERT']) {
    const { controller, world } = setUp(undefined)
    await controller.begin()
    await controller.navigationFailed({ tabId: 1, url: PAGE, error })
    expect(world.visit?.phase, error).toBe('failed')
  }
})

test('after the gateway’s hang-up the visit starts once more, whatever that page says; the second one ends it', async () => {
  const { controller, world } = setUp({
    url: 'https://webserviced.localhost/vdesk/hangup.php3',
    text: 'Certificatul nu a fost prezentat',
  })
  await controller.begin()
  await controller.hungUp(1)
  await controller.arrived(1, PAGE)
  expect(world.visit?.phase).toBe('waiting')
  expect(world.did.filter(step => step.startsWith('lead'))).toEqual([`lead 1 ${PAGE}`, `lead 1 ${PAGE}`])
  await controller.hungUp(1)
  expect(world.visit).toMatchObject({ phase: 'failed', error: { details: { reason: 'certificate-not-presented' } } })
})

test('closing the tab and the time limit each end a waiting visit with their reason', async () => {
  for (const [end, reason] of [
    ['tabClosed', 'sign-in-tab-closed'],
    ['timedOut', 'sign-in-timeout'],
  ] as const) {
    const { controller, world } = setUp(undefined)
    await controller.begin()
    await controller[end](1)
    expect(world.visit, end).toMatchObject({ phase: 'failed', error: { details: { reason } } })
  }
})

test('in a given tab the visit opens no other, and leaves it to what follows, whether it succeeded or failed', async () => {
  for (const text of [LIST, 'Sistem în mentenanță']) {
    const { controller, world } = setUp({ url: PAGE, text })
    world.isLast = false
    await controller.begin(7)
    await controller.arrived(7, PAGE)
    expect(world.did).toEqual([`lead 7 ${PAGE}`, 'read 7', 'go on 7'])
  }
})

test('a visit that cannot begin in its given tab has failed with the reason; so has one whose tab is gone', async () => {
  const gone = () => {
    throw { code: 'unreachable', message: 'x', details: { reason: 'unreachable', params: {} } }
  }
  const one = setUp(undefined, { 'session.begin': gone })
  expect(await one.controller.begin(7)).toBe('failed')
  expect(one.world.visit).toMatchObject({ phase: 'failed', tabId: 7, error: { code: 'unreachable' } })
  await expect(one.controller.begin()).rejects.toThrow()

  const two = setUp(undefined)
  two.world.isClosed = true
  await two.controller.begin(7)
  expect(two.world.visit).toMatchObject({ phase: 'failed', error: { details: { reason: 'sign-in-tab-closed' } } })
})

test('a page of another service, or a hang-up, that arrives late in the tab is not read', async () => {
  const { controller, world } = setUp({ url: PAGE, text: LIST })
  await controller.begin(7)
  await controller.arrived(7, 'https://logincert.localhost/vdesk/hangup.php3')
  await controller.arrived(7, 'https://webserviced.localhost/vdesk/hangup.php3')
  expect(world.did).toEqual([`lead 7 ${PAGE}`])
})

test('a visit that another one replaces leaves its tab to what follows there', async () => {
  const { controller, world } = setUp(undefined)
  await controller.begin(7)
  world.isLast = false
  await controller.begin()
  expect(world.did).toEqual([`lead 7 ${PAGE}`, `lead 1 ${PAGE}`, 'go on 7'])
})
