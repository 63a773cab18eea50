import { expect, test } from 'vitest'
import { failureOf } from './error-names.ts'

test('E-28 a lost choice, the network and the server’s certificate are told apart by the browser’s own names', () => {
  for (const [failure, errors] of Object.entries({
    'no-choice': ['net::ERR_SSL_CLIENT_AUTH_CERT_NEEDED', 'net::ERR_SSL_CLIENT_AUTH_SIGNATURE_FAILED'],
    untrusted: ['net::ERR_CERT_AUTHORITY_INVALID', 'net::ERR_CERT_DATE_INVALID'],
    unsent: ['net::ERR_CONNECTION_REFUSED', 'net::ERR_NAME_NOT_RESOLVED', 'NS_ERROR_CONNECTION_REFUSED'],
  }))
    for (const error of errors) expect([error, failureOf(error)]).toEqual([error, failure])
})

test('E-28 Firefox’s sentences mean the same: the person’s certificate, or the server’s', () => {
  for (const [failure, errors] of Object.entries({
    'no-choice': [
      'SSL peer was unable to negotiate an acceptable set of security parameters.',
      'SSL peer rejected your certificate as revoked.',
      'The security password entered is incorrect.',
      'Cardul de securitate sau codul (token) nu există, trebuie inițializat sau a fost eliminat.',
      'Datele necesare pentru verificarea certificatului tău nu pot fi semnate digital.',
    ],
    untrusted: [
      'Peer’s Certificate issuer is not recognized.',
      'Peer’s certificate has been marked as not trusted by the user.',
      'The certificate is not trusted because it is self-signed.',
      'Emitentul certificatului partenerului nu este recunoscut.',
      'Certificatul partenerului a expirat.',
      'Serverul a prezentat un certificat care nu este încă valabil.',
      'Autoritatea de certificare care a emis certificatul nu era de încredere înainte de emiterea certificatului.',
    ],
    lost: ['SSL peer has closed this connection.', 'Partenerul de conexiune raportează că a avut o eroare internă.'],
  }))
    for (const error of errors) expect([error, failureOf(error)]).toEqual([error, failure])
})

test('E-05 whatever else happened, the call may have arrived', () => {
  for (const error of [
    'net::ERR_EMPTY_RESPONSE',
    'net::ERR_CONNECTION_RESET',
    'net::ERR_CONNECTION_CLOSED',
    'net::ERR_SSL_PROTOCOL_ERROR',
    'net::ERR_ABORTED',
    // The answer arrived, and was withheld from us.
    'net::ERR_BLOCKED_BY_RESPONSE',
    'net::ERR_BLOCKED_BY_ORB',
    'net::ERR_BLOCKED_BY_CLIENT',
    // The system's errors of an established connection, too.
    'net::ERR_ADDRESS_UNREACHABLE',
    'net::ERR_INTERNET_DISCONNECTED',
    'NS_ERROR_NET_TIMEOUT_EXTERNAL',
    'NS_ERROR_NET_RESET',
    'Failed to fetch',
    '',
  ])
    expect([error, failureOf(error)]).toEqual([error, 'lost'])
})
