import { REGISTER_NAMES } from '../../shared/domain/register-names.ts'

/** The outcome of an operation under each fault; see `shown` in table.ts for the words. */
type Expected = Readonly<Record<string, string>>

/** One call under all the faults of a kind. */
const under = (faults: string, words: string): Expected =>
  Object.fromEntries(faults.split(', ').map(fault => [fault, words]))

const RESETS = 'reset, reset in body, reset after'
const BROKEN_OFF = 'reset in answer, short, cut, cut cleanly, cut HTML'
const LATE = 'slow head, slow body, silence, silent body'
const SHORT_PAUSES = '429 seconds, 429 date'
const DOWN = '500, 502, 503'
const OTHERS = 'other body, bad JSON, bad XML, empty'
const REDIRECTS = 'loop, elsewhere'
const CLOCKS = '−1 h, −1 s, +1 s, +1 h'

/** Reading is repeated: four tries in all, and up to five short pauses are waited for. */
const READING: Expected = {
  ...under(`refused, ${RESETS}, ${LATE}`, 'ok ×2 / unreachable ×4'),
  untrusted: 'tls-untrusted',
  ...under(BROKEN_OFF, 'ok ×2 / answer-truncated ×4'),
  ...under(SHORT_PAUSES, 'ok ×2 / rate-limited ×6'),
  '429 hour': 'rate-limited',
  ...under(DOWN, 'ok ×2 / maintenance ×4'),
  maintenance: 'maintenance',
  firewall: 'firewall',
  ...under(`login wall, ${REDIRECTS}, ${OTHERS}`, 'answer-unexpected'),
  'wrong type': 'ok',
  ...under(CLOCKS, 'ok'),
}
/** The API gets a new token once if it demands the certificate. */
const API: Expected = { ...READING, 'login wall': 'ok ×2 / token-rejected ×2' }
const CERTIFICATE: Expected = { ...READING, 'login wall': 'certificate-refused' }
/** A PDF with its length is whole as it comes (G-07). */
const PDF = { 'cut cleanly': 'ok' }

/** The answer repeats the request, and half of it is enough. An answer that does not is kept nowhere, for it may hold a token. */
const TEST_OAUTH: Expected = {
  ...API,
  ...under('cut, cut cleanly', 'ok'),
  ...under(`${OTHERS}, ${REDIRECTS}`, 'maintenance'),
}

/** A code and a refresh token are good for one use, so nothing is repeated. */
const TOKEN: Expected = {
  ...READING,
  ...under(`refused, ${RESETS}, ${LATE}`, 'unreachable'),
  ...under(BROKEN_OFF, 'answer-truncated'),
  ...under(SHORT_PAUSES, 'rate-limited'),
  ...under(DOWN, 'maintenance'),
  ...under(`login wall, ${REDIRECTS}, ${OTHERS}`, 'token-answer'),
}
/** The authority says with a reset that a code is too old. */
const CODE: Expected = { ...TOKEN, ...under(RESETS, 'code-expired') }

/** If the firewall stops a check, it goes to the public host; so it does without a sign-in. */
const CHECK: Expected = { ...READING, firewall: 'ok', 'login wall': 'ok ×2' }

/** The outcome of a filing: nothing has left, or nobody knows (docs/authority/evidence.md). The state precedes the reason. */
const filing = (unanswered: string, unclear: string): Expected => ({
  refused: 'not-sent: unreachable',
  untrusted: 'not-sent: tls-untrusted',
  ...under(`${RESETS}, ${BROKEN_OFF}, ${LATE}`, `unknown: ${unanswered}`),
  ...under(`${SHORT_PAUSES}, 429 hour, ${DOWN}, maintenance, firewall, login wall`, `unknown: ${unclear}`),
  ...under(`${REDIRECTS}, ${OTHERS}`, `unknown: ${unclear}`),
  'wrong type': 'ok',
  ...under(CLOCKS, 'ok'),
})
const UPLOAD = filing('outcome-unknown', 'filing-answer-unclear')
/** The list before an upload is asked once, and where it says nothing of the token, TestOauth does. */
const LIST_BEFORE_UPLOAD: Expected = {
  ...Object.fromEntries(Object.keys(UPLOAD).map(fault => [fault, 'ok'])),
  '429 hour': 'not-sent: rate-limited',
  'login wall': 'ok ×2 / not-sent: token-rejected ×2',
}

/** A silent gateway is not asked again: it may have changed the session's cookies in an answer that nobody got. */
const GATEWAY: Expected = {
  ...READING,
  ...under(LATE, 'unreachable'),
  'reset after': 'gateway-session-expired ×2 / unreachable ×4',
  'login wall': 'gateway-session-expired',
  loop: 'ok ×2 / answer-unexpected ×10',
  elsewhere: 'gateway-redirect',
}
/** The gateway is told that a session is over; what it says to that is read and not judged, and has no body to cut. */
const EXIT: Expected = {
  ...GATEWAY,
  ...under(`reset in answer, short, cut, cut cleanly, slow body, silent body, maintenance`, 'ok'),
  ...under(`firewall, login wall, ${REDIRECTS}, ${OTHERS}`, 'ok'),
  'reset after': 'ok ×2 / unreachable ×4',
  ...under(DOWN, 'ok ×2 / ok ×4'),
}
/** A page before a filing is read like any other. Its failure means that nothing was sent. */
const before = (reading: Expected): Expected =>
  Object.fromEntries(
    Object.entries(reading).map(([fault, words]) => {
      const ends = words.split(' / ').map(word => (word.startsWith('ok') ? word : `not-sent: ${word}`))
      return [fault, ends.join(' / ')]
    }),
  )
const REQUEST = filing('request-unknown', 'request-answer-unclear')
/** A request waits for the next session. */
const LIST_BEFORE_REQUEST: Expected = {
  ...before(GATEWAY),
  'reset after': 'sending: gateway-session-expired ×2 / not-sent: unreachable ×4',
  'login wall': 'sending: gateway-session-expired',
}
const DECLARATION = filing('outcome-unknown', 'filing-answer-unclear')
const FORM_BEFORE_DECLARATION: Expected = {
  ...before(GATEWAY),
  ...under(SHORT_PAUSES, 'ok ×2 / not-sent: declaration-held-off ×6'),
  '429 hour': 'not-sent: declaration-held-off',
}
/** The service says with an empty answer that it has no receipt (D-07); it tells the end of a PDF in any case. */
const RECEIPT: Expected = { ...READING, 'cut cleanly': 'answer-truncated', empty: 'receipt-unavailable' }

/** A result is delivered once (P-07): one lost on the way is gone. An empty answer means that it is not ready. */
const RESULT: Expected = {
  ...READING,
  ...under('reset after, slow head, slow body, silent body', 'async-result-gone ×2 / unreachable ×4'),
  ...under('reset in answer, short, cut, cut cleanly', 'async-result-gone ×2 / answer-truncated ×4'),
  empty: 'async-not-ready',
}

/** By the names of `operations/`. */
export const EXPECTED: Readonly<Record<string, Expected>> = {
  'token, for a code': CODE,
  'token, for a refresh token': TOKEN,
  TestOauth: TEST_OAUTH,
  listaMesajeFactura: API,
  listaMesajePaginatieFactura: API,
  descarcare: API,
  stareMesaj: API,
  'upload, the list before it': LIST_BEFORE_UPLOAD,
  upload: UPLOAD,
  uploadb2c: UPLOAD,
  validare: CHECK,
  transformare: { ...CHECK, ...PDF },
  'validate/signature': CHECK,
  'validare, public': READING,
  'transformare, public': { ...READING, ...PDF },
  'validate/signature, public': READING,
  'listaMesajeFactura, certificate': CERTIFICATE,
  'listaMesajePaginatieFactura, certificate': CERTIFICATE,
  'descarcare, certificate': CERTIFICATE,
  'stareMesaj, certificate': CERTIFICATE,
  'upload, certificate': UPLOAD,
  listaMesaje: GATEWAY,
  'listaMesaje, to try a session': GATEWAY,
  'descarcare of SPV': { ...GATEWAY, ...PDF },
  'cerere, the list before it': LIST_BEFORE_REQUEST,
  cerere: REQUEST,
  'exit of SPV': EXIT,
  WAS6DUS: GATEWAY,
  'displayFile, the form before it': FORM_BEFORE_DECLARATION,
  displayFile: DECLARATION,
  'exit of the portal': EXIT,
  vizualizareStare: READING,
  ObtineRecipisa: RECEIPT,
  ...Object.fromEntries(REGISTER_NAMES.map(name => [`register ${name}`, READING])),
  'VAT, asynchronous: the question': READING,
  'VAT, asynchronous: the result': RESULT,
  bilant: READING,
}
