import { expect, test } from 'vitest'
import { describeReason } from '../../../shared/errors/describe-reason.ts'
import { hangupPatterns, hasBrokenOff, navigationProblem } from './navigation.ts'

const URL = 'https://logincert.anaf.ro/my.policy'

test('the callback always fails to load, without harm', () => {
  const details = { url: 'https://localhost:8443/callback?code=x', error: 'net::ERR_CONNECTION_REFUSED' }
  expect(navigationProblem(details)).toBeUndefined()
})

test('a replaced navigation is not a problem', () => {
  expect(navigationProblem({ url: URL, error: 'net::ERR_ABORTED' })).toBeUndefined()
  expect(navigationProblem({ url: URL, error: 'NS_BINDING_ABORTED' })).toBeUndefined()
})

test('a rejected certificate, a missing certificate and a dead network are told apart', () => {
  const refused = navigationProblem({ url: URL, error: 'net::ERR_BAD_SSL_CLIENT_AUTH_CERT' })
  expect(refused?.reason).toBe('certificate-refused')
  const certificate = navigationProblem({ url: URL, error: 'net::ERR_SSL_CLIENT_AUTH_SIGNATURE_FAILED' })
  expect(certificate?.reason).toBe('certificate-not-presented')
  const network = navigationProblem({ url: URL, error: 'net::ERR_NAME_NOT_RESOLVED' })
  expect(network).toMatchObject({ reason: 'unreachable', params: { host: 'logincert.anaf.ro' } })
})

test.each(['net::ERR_CERT_AUTHORITY_INVALID', 'net::ERR_CERT_DATE_INVALID', 'SEC_ERROR_UNKNOWN_ISSUER'])(
  '%s is the server’s certificate, and no matter of the internet connection',
  error => {
    const untrusted = navigationProblem({ url: URL, error })
    expect(untrusted).toMatchObject({ reason: 'tls-untrusted', params: { host: 'logincert.anaf.ro', problem: error } })
    if (untrusted) expect(describeReason(untrusted.reason, untrusted.params, 'ro').next).not.toContain('internet')
  },
)

test.each([
  ['SSL peer cannot verify your certificate.', 'certificate-refused'],
  ['Partenerul de conexiune SSL nu îți poate verifica certificatul.', 'certificate-refused'],
  ['Partenerul de conexiune SSL v-a respins certificatul ca fiind expirat.', 'certificate-refused'],
  ['SSL peer was unable to negotiate an acceptable set of security parameters.', 'certificate-not-presented'],
  ['Unable to digitally sign data required to verify your certificate.', 'certificate-not-presented'],
  ['Datele necesare pentru verificarea certificatului tău nu pot fi semnate digital.', 'certificate-not-presented'],
  [
    'Partenerul de conexiune nu recunoaște și nu are încredere în AC-ul care a emis certificatul tău.',
    'certificate-refused',
  ],
  [
    'Cardul de securitate sau codul (token) nu există, trebuie inițializat sau a fost eliminat.',
    'certificate-not-presented',
  ],
])('Firefox’s sentence “%s” is the reason %s', (error, reason) => {
  expect(navigationProblem({ url: URL, error })?.reason).toBe(reason)
})

test.each([
  ['Peer’s Certificate issuer is not recognized', 'tls-untrusted'],
  ['Emitentul certificatului partenerului nu este recunoscut', 'tls-untrusted'],
  ['Serverul folosește o versiune fără suport a protocolului de securitate', 'unreachable'],
])('Firefox’s sentence “%s” is quoted in the reason %s', (problem, reason) => {
  expect(navigationProblem({ url: URL, error: `${problem}.` })).toMatchObject({ reason, params: { problem } })
})

test.each([
  'net::ERR_CONNECTION_RESET',
  'NS_ERROR_NET_RESET',
  'NS_ERROR_NET_EMPTY_RESPONSE',
  'NS_ERROR_NET_PARTIAL_TRANSFER',
])('%s is a broken connection, which another try may mend', error => {
  expect(hasBrokenOff(error)).toBe(true)
})

test('a refused connection and a refused certificate are not worth another try', () => {
  for (const error of ['NS_ERROR_CONNECTION_REFUSED', 'SSL peer cannot verify your certificate.'])
    expect(hasBrokenOff(error)).toBe(false)
})

test('the hang-up page is watched on every permitted host', () => {
  expect(hangupPatterns(['https://*.anaf.ro/*'])).toEqual(['https://*.anaf.ro/vdesk/hangup.php3*'])
})
