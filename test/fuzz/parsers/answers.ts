import { parseSignatureVerdict, parseValidation } from '../../../native-host/authority/efactura/checks-answer.ts'
import { readDetails } from '../../../native-host/authority/efactura/lists/details.ts'
import { parseList } from '../../../native-host/authority/efactura/lists/lists.ts'
import * as eNotes from '../../../native-host/authority/efactura/notes.ts'
import { withoutSchemaLocation } from '../../../native-host/authority/efactura/schema-location.ts'
import { parseUploadAnswer, readUploadAnswer } from '../../../native-host/authority/efactura/upload-answer.ts'
import { parseUploadStatus } from '../../../native-host/authority/efactura/upload-status.ts'
import { parseTokens } from '../../../native-host/authority/oauth/oauth.ts'
import { readTokenFacts } from '../../../native-host/authority/oauth/token.ts'
import { isTokenAccepted, isTokenRefused } from '../../../native-host/authority/oauth/token-proof.ts'
import { readPortalAnswer } from '../../../native-host/authority/portal/portal.ts'
import { isGone, isNotReady, isUnknown } from '../../../native-host/authority/registers/async-answer.ts'
import { noteOf } from '../../../native-host/authority/registers/register-note.ts'
import { parseRegisterAnswer } from '../../../native-host/authority/registers/registers-answer.ts'
import { parseStatement } from '../../../native-host/authority/registers/statement-answer.ts'
import { parseReceipt, parseServedOn } from '../../../native-host/authority/spv/message-details.ts'
import { mailKindOf } from '../../../native-host/authority/spv/message-kinds.ts'
import { parseMailList } from '../../../native-host/authority/spv/message-list.ts'
import { readRequestAnswer } from '../../../native-host/authority/spv/request-answer.ts'
import { readSpvNote, spvNoteError } from '../../../native-host/authority/spv/spv-notes.ts'
import { classify } from '../../../native-host/authority/wire/answers/answer.ts'
import { isNoMessages, isWithoutAnyRight } from '../../../native-host/authority/wire/answers/notes.ts'
import { decodePage } from '../../../native-host/authority/wire/answers/page.ts'
import { leadsToCertificate } from '../../../native-host/authority/wire/gateway.ts'
import { pauseOf } from '../../../native-host/authority/wire/retry-after.ts'
import { createServerClock } from '../../../native-host/authority/wire/server-clock.ts'
import { REGISTER_FIELDS } from '../../../shared/domain/register-names.ts'
import type { Register } from '../../../shared/domain/registers.ts'
import { readDeclarationStatusPage } from '../../../shared/pages/declaration-status-pages.ts'
import { isWholePage, readAnswer, readShown } from '../../../shared/pages/parse-page.ts'
import { readPortalPage } from '../../../shared/pages/portal-pages.ts'
import { StatusRow } from '../../../shared/protocol/declarations.ts'
import { Finding } from '../../../shared/protocol/invoices/checks.ts'
import { answerOf, fits, jsonOf, type Parser } from './parser.ts'
import * as samples from './samples.ts'

const CUI = '14399840'
const NOON = Date.UTC(2026, 10, 20, 10)

/** The note of an answer with these words, as far as it is kept. */
function noteIn(eroare: string): string {
  const body = classify(Buffer.from(JSON.stringify({ eroare, titlu: '' })))
  return body.kind === 'note' ? body.note : ''
}

/** The authority's answers, service by service. */
export const ANSWER_PARSERS: readonly Parser[] = [
  { name: 'wire/classify', samples: samples.ANSWERS, read: (_, bytes) => [classify(bytes), classify(bytes, false)] },
  {
    name: 'wire/decodePage',
    samples: [
      ...samples.PORTAL_PAGES,
      '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2"><p>ă</p>',
    ],
    read: (text, bytes) => [decodePage({ bytes, contentType: undefined }), decodePage({ bytes, contentType: text })],
  },
  {
    name: 'wire/retry-after, date',
    samples: samples.DATES,
    read: text => {
      const clock = createServerClock(() => NOON)
      clock.observeDate(text, NOON, NOON + 10)
      return [pauseOf(text, samples.DATES[0], NOON), pauseOf('10', text, NOON), clock.bounds()]
    },
  },
  {
    name: 'wire/redirect',
    samples: samples.REDIRECTS,
    read: location =>
      leadsToCertificate(
        { status: 302, location, contentType: undefined, setCookies: [] },
        'https://decl.localhost/WAS6DUS/',
      ),
  },
  {
    name: 'wire/notes',
    samples: samples.NOTES,
    read: text => [isNoMessages(noteIn(text)), isWithoutAnyRight(noteIn(text))],
  },
  {
    name: 'efactura/lists',
    samples: samples.INVOICE_LISTS,
    read: text => parseList(jsonOf(text), CUI),
  },
  {
    name: 'efactura/details',
    samples: [
      'Factura cu id_incarcare=5 emisa de cif_emitent=1 pentru cif_beneficiar=2',
      'transmisa de cif=1 ca autofactura in numele cif=2',
    ],
    read: readDetails,
  },
  {
    name: 'efactura/notes',
    samples: samples.NOTES,
    read: text => {
      const note = noteIn(text)
      const tests = [eNotes.isTooManyForDays, eNotes.isPageBeyondLast, eNotes.isRangeRefused, eNotes.isNoLongerThere]
      return [...tests.map(is => is(note)), eNotes.noteError('x', note, CUI), eNotes.quotedMoment(note, NOON)]
    },
  },
  { name: 'efactura/schemaLocation', samples: samples.INVOICES, read: (_, bytes) => withoutSchemaLocation(bytes) },
  { name: 'efactura/upload', samples: samples.UPLOAD_ANSWERS, read: text => parseUploadAnswer(text) },
  {
    name: 'efactura/upload, any answer',
    samples: samples.ANSWERS,
    read: (_, bytes) => [readUploadAnswer(answerOf(bytes)), readUploadAnswer(answerOf(bytes, 400))],
  },
  { name: 'efactura/status', samples: samples.STATUS_ANSWERS, read: parseUploadStatus },
  {
    name: 'efactura/checks',
    samples: samples.CHECKS,
    read: text => {
      const value = jsonOf(text)
      for (const finding of parseValidation(value)?.findings ?? []) fits(Finding, finding)
      return parseSignatureVerdict(value, 200)
    },
  },
  {
    name: 'oauth/tokens',
    samples: samples.JSON_ANSWERS,
    read: text => {
      const tokens = parseTokens(jsonOf(text), 'x')
      return tokens && readTokenFacts(tokens, NOON)
    },
  },
  {
    name: 'oauth/proof',
    samples: samples.ANSWERS,
    read: (_, bytes) => [isTokenAccepted(answerOf(bytes)), isTokenRefused(answerOf(bytes, 302))],
  },
  {
    name: 'portal/page',
    samples: samples.PORTAL_PAGES,
    read: text => readPortalAnswer(answerOf(Buffer.from(text)), readPortalPage(readAnswer(text))),
  },
  { name: 'portal/page in a tab', samples: samples.PORTAL_PAGES, read: text => readPortalPage(readShown(text)) },
  {
    name: 'portal/status page',
    samples: samples.STATUS_PAGES,
    read: text => {
      const page = readDeclarationStatusPage(readAnswer(text))
      if (page.kind === 'found') for (const row of page.rows) fits(StatusRow, row)
      return page
    },
  },
  {
    name: 'portal/status page in a tab',
    samples: samples.STATUS_PAGES,
    read: text => readDeclarationStatusPage(readShown(text)),
  },
  { name: 'portal/end of a page', samples: [...samples.PORTAL_PAGES, ...samples.GATEWAY_PAGES], read: isWholePage },
  {
    name: 'registers/records',
    samples: samples.REGISTER_ANSWERS,
    read: text =>
      (Object.keys(REGISTER_FIELDS) as Register[]).map(register =>
        parseRegisterAnswer(register, jsonOf(text), new Set([CUI])),
      ),
  },
  {
    name: 'registers/statement',
    samples: samples.STATEMENTS,
    read: text => parseStatement(jsonOf(text), { cui: CUI, year: 2025 }),
  },
  {
    name: 'registers/notes',
    samples: samples.JSON_ANSWERS,
    read: (text, bytes) => [
      noteOf(answerOf(bytes, 400)),
      isNotReady(answerOf(bytes, 404), undefined),
      isGone(text),
      isUnknown(text),
    ],
  },
  { name: 'spv/list', samples: samples.MAIL_LISTS, read: text => parseMailList(jsonOf(text), undefined) },
  {
    name: 'spv/details',
    samples: [
      'recipisa pentru CIF 8000000000, tip D112, numar_inregistrare INTERNT-130000000-2017/20-12-2017, perioada raportare 11.2017',
      'data comunicarii: 15.11.2026',
    ],
    read: text => [parseReceipt(text), parseServedOn(text), mailKindOf(text)],
  },
  { name: 'spv/notes', samples: samples.NOTES, read: note => [readSpvNote(note), spvNoteError('x', note, CUI)] },
  { name: 'spv/request', samples: samples.JSON_ANSWERS, read: (_, bytes) => readRequestAnswer('x', answerOf(bytes)) },
]
