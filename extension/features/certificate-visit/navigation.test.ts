import { expect, test } from 'vitest'
import { hangupPatterns, navigationProblem } from './navigation.ts'

const URL = 'https://logincert.anaf.ro/my.policy'

test('the callback always fails to load, and that is no problem', () => {
  const details = { url: 'https://localhost:8443/callback?code=x', error: 'net::ERR_CONNECTION_REFUSED' }
  expect(navigationProblem(details)).toBeUndefined()
})

test('a navigation that gave way to another is no problem', () => {
  expect(navigationProblem({ url: URL, error: 'net::ERR_ABORTED' })).toBeUndefined()
  expect(navigationProblem({ url: URL, error: 'NS_BINDING_ABORTED' })).toBeUndefined()
})

test('a certificate that the server turned down is told from one that was not shown, and from a dead network', () => {
  const refused = navigationProblem({ url: URL, error: 'net::ERR_BAD_SSL_CLIENT_AUTH_CERT' })
  expect(refused?.reason).toBe('certificate-refused')
  const certificate = navigationProblem({ url: URL, error: 'net::ERR_SSL_CLIENT_AUTH_SIGNATURE_FAILED' })
  expect(certificate?.reason).toBe('certificate-not-presented')
  const network = navigationProblem({ url: URL, error: 'net::ERR_NAME_NOT_RESOLVED' })
  expect(network).toMatchObject({ reason: 'unreachable', params: { host: 'logincert.anaf.ro' } })
})

test('the hang-up page is watched on every host that we may see', () => {
  expect(hangupPatterns(['https://*.anaf.ro/*'])).toEqual(['https://*.anaf.ro/vdesk/hangup.php3*'])
})
