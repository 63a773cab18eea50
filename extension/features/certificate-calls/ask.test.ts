import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { isChosen } from '../../host/calls/choice.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { askForCertificate } from './ask.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

const SITE = 'https://webserviceapl.anaf.ro/*'
const ADDRESS = SITE.replace('*', 'prod/FCTEL/rest/listaMesajeFactura?zile=1&cif=1')

beforeEach(() => fakeBrowser.reset())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** `answer`: the server's; or what the browser calls the error. */
function setUp(answer: { status: number } | string, isSiteAllowed = true) {
  type Listener = (details: { method: string; url: string; error: string }) => void
  let listener: Listener = () => undefined
  vi.spyOn(fakeBrowser.webRequest.onErrorOccurred, 'addListener').mockImplementation(added => {
    listener = added as Listener
  })
  vi.spyOn(fakeBrowser.webRequest.onErrorOccurred, 'removeListener').mockReturnValue(undefined)
  vi.spyOn(fakeBrowser.permissions, 'contains').mockImplementation(
    (async ({ origins }: { origins: string[] }) => isSiteAllowed && origins.join() === SITE) as never,
  )
  const fetched = vi.fn(async (url: string) => {
    if (typeof answer !== 'string') return answer
    listener({ method: 'GET', url, error: answer })
    throw new TypeError('NetworkError when attempting to fetch resource.')
  })
  vi.stubGlobal('fetch', fetched)
  const host = connectHost(inMemoryHost({ 'certificate.begin': () => ({ url: ADDRESS }) }).open)
  return { asking: askForCertificate(host, 5), fetched }
}

test('E-28 an answer means that the certificate is chosen', async () => {
  await setUp({ status: 200 }).asking
  expect(await isChosen()).toBe(true)
})

test.each([
  ['SSL peer was unable to negotiate an acceptable set of security parameters.', 'certificate-not-presented'],
  ['Partenerul de conexiune SSL v-a respins certificatul ca fiind revocat.', 'certificate-refused'],
  ['Emitentul certificatului partenerului nu este recunoscut.', 'tls-untrusted'],
  ['NS_ERROR_UNKNOWN_HOST', 'unreachable'],
])('E-28 Firefox’s “%s” is the reason %s', async (error, reason) => {
  const problem = error.replace(/\.$/, '')
  const params = reason.startsWith('certificate') ? {} : { host: 'webserviceapl.anaf.ro', problem }
  await expect(setUp(error).asking).rejects.toMatchObject({ reason, params })
  expect(await isChosen()).toBe(false)
})

test('E-28 where the extension may not reach the site, that is the reason, and nothing is asked', async () => {
  const { asking, fetched } = setUp({ status: 200 }, false)
  await expect(asking).rejects.toMatchObject({ reason: 'site-access-missing' })
  expect(fetched).not.toHaveBeenCalled()
})
