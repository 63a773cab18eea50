import { expect, test } from 'vitest'
import { readShown } from '../../../shared/pages/parse-page.ts'
import { readPortalPage } from '../../../shared/pages/portal-pages.ts'
import type { SessionCookie } from '../../../shared/protocol/session.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import type { SessionVisit } from '../certificate-visit/stored-visits.ts'
import { createGatewaySession } from './controller.ts'

const PORTAL = 'https://decl.localhost/WAS6DUS/'
const POLICY = 'https://decl.localhost/my.policy'
const LOGON =
  '<form method="post" action="/my.policy"><input type="hidden" name="vhost" value="standard"><input type="submit" value="Prezentare certificat"></form>'
const FORM =
  '<form method="POST" action="/WAS6DUS/displayFile.do" enctype="multipart/form-data"><input type="file" name="linkdoc"></form>'
const COOKIE: SessionCookie = {
  name: 'JSESSIONID',
  value: 'very-secret',
  domain: 'decl.localhost',
  path: '/WAS6DUS',
  secure: true,
  httpOnly: true,
  expires: null,
}
const session = (state: 'active' | 'none') => ({
  services: [
    { service: 'spv', state: 'active', since: 1, lastUsedAt: 1, expiresAt: null, keptIn: 'owner-only-file' },
    { service: 'portal', state, since: 1, lastUsedAt: 1, expiresAt: 600_001, keptIn: 'owner-only-file' },
  ],
})

function setUp() {
  const host = inMemoryHost({
    'session.status': () => session('none'),
    'session.begin': () => ({ url: PORTAL }),
    'session.import': () => session('active'),
  })
  const world = { visit: undefined as SessionVisit | undefined, did: [] as string[], stored: '' }
  const shown = { url: POLICY, html: LOGON }
  const controller = createGatewaySession('portal', {
    connect: () => connectHost(host.open),
    now: () => 1000,
    read: async () => world.visit,
    write: async visit => {
      world.visit = visit
      world.stored += JSON.stringify(visit)
    },
    openTab: async () => 1,
    hasCrashed: async () => false,
    leadTab: async (tabId, url) => Boolean(world.did.push(`lead ${tabId} ${url}`)),
    closeTab: async tabId => Boolean(world.did.push(`close ${tabId}`)),
    readPage: async () => ({
      url: shown.url,
      text: shown.html.replace(/<[^>]*>/g, ' '),
      portal: readPortalPage(readShown(shown.html)).kind,
    }),
    sendLogonForm: async tabId => void world.did.push(`form ${tabId}`),
    dropCookies: async url => void world.did.push(`drop ${url}`),
    cookiesFor: async url => (url === PORTAL ? [COOKIE] : []),
    goOn: async () => false,
    resultPage: 'page',
  })
  const imports = () =>
    host.received.flatMap(frame => {
      const { method, params } = frame as { method?: string; params?: unknown }
      return method === 'session.import' ? [params] : []
    })
  return { controller, world, shown, imports }
}

test('G-09 the logon form is sent as a step of its own; the session exists only with the upload form', async () => {
  const { controller, world, shown, imports } = setUp()
  await controller.begin()
  await controller.arrived(1, PORTAL)
  expect(world.did).toEqual([`lead 1 ${PORTAL}`, 'form 1'])
  expect(world.visit?.phase).toBe('waiting')
  Object.assign(shown, { url: PORTAL, html: FORM })
  await controller.arrived(1, PORTAL)
  expect(imports()).toEqual([{ service: 'portal', cookies: [COOKIE] }])
  expect(world.visit?.phase).toBe('done')
  expect(world.did.at(-1)).toBe('close 1')
  expect(world.stored).not.toContain('very-secret')
})

test('a logon form in a tab outside the visit is left to the person', async () => {
  const { controller, world } = setUp()
  await controller.arrived(1, PORTAL)
  await controller.begin()
  await controller.arrived(2, PORTAL)
  expect(world.did).toEqual([`lead 1 ${PORTAL}`])
})

test('a gateway that keeps showing the form is not asked for ever', async () => {
  const { controller, world } = setUp()
  await controller.begin()
  for (let n = 0; n < 10; n += 1) await controller.arrived(1, PORTAL)
  expect(world.did.filter(what => what === 'form 1')).toHaveLength(2)
  expect(world.visit?.phase).toBe('waiting')
})

test('the login wall and an unknown page of the portal end the visit on our page', async () => {
  for (const [html, reason] of [
    ['<p>Certificatul nu a fost prezentat</p>', 'certificate-not-presented'],
    ['<p>Sistem în mentenanță</p>', 'portal-page-unexpected'],
  ] as const) {
    const { controller, world, shown, imports } = setUp()
    await controller.begin()
    Object.assign(shown, { url: PORTAL, html })
    await controller.arrived(1, PORTAL)
    expect(world.visit).toMatchObject({ phase: 'failed', error: { details: { reason } } })
    expect(world.did.at(-1)).toBe('lead 1 page')
    expect(imports()).toEqual([])
  }
})

test('a reset at the certificate step explains that the portal waits only briefly', async () => {
  const { controller, world } = setUp()
  await controller.begin()
  const details = { tabId: 1, url: POLICY, error: 'net::ERR_CONNECTION_RESET' }
  await controller.navigationFailed(details)
  expect(world.visit).toMatchObject({ phase: 'failed', error: { details: { reason: 'portal-step-late' } } })

  const other = setUp()
  await other.controller.begin()
  await other.controller.navigationFailed({ ...details, url: PORTAL })
  expect(other.world.visit?.phase).toBe('waiting')
  await other.controller.navigationFailed({ ...details, url: PORTAL })
  expect(other.world.visit).toMatchObject({ phase: 'failed', error: { details: { reason: 'unreachable' } } })
})
