import * as v from 'valibot'
import { figuresOf, indicatorKey } from '../../../extension/features/lookup/panel/indicators.ts'
import { xmlTokens } from '../../../extension/features/sheet/xml-tokens.ts'
import { checkRedirectUri } from '../../../extension/features/sign-in/redirect.ts'
import { parseKey } from '../../../manifests/registry.ts'
import { numberForms } from '../../../native-host/capabilities/books/invoice-number.ts'
import { readCookies } from '../../../native-host/cli/session/read-cookies.ts'
import { createRedactor } from '../../../native-host/log/redact.ts'
import { parseOfficeUrl } from '../../../native-host/office/address.ts'
import { parseProfileFile } from '../../../native-host/profile/parse.ts'
import { readAmount, readDay } from '../../../native-host/reading/ledger/ledger-cells.ts'
import { readCell } from '../../../native-host/reading/list/cell.ts'
import { jarOf } from '../../../native-host/session/stored-session.ts'
import { findingOf, inLanguage } from '../../../shared/documents/findings.ts'
import { normalizeCode } from '../../../shared/domain/cui.ts'
import { findCuis } from '../../../shared/domain/cui-finder.ts'
import { formatDecimal, parseDecimal } from '../../../shared/domain/decimal.ts'
import {
  isCalendarDay,
  parseListMoment,
  parseMailMoment,
  parseQuotedMoment,
  parseWrittenDay,
} from '../../../shared/domain/romania-time.ts'
import { ErrorBody } from '../../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import { readSearch } from '../../../shared/search/read-search.ts'
import { amountText, dayText, decimalText } from '../../../shared/sheet/format.ts'
import { withoutLabel } from '../../../shared/text/cui-labels.ts'
import { fileNameFrom } from '../../../shared/text/file-name.ts'
import { fold } from '../../../shared/text/fold.ts'
import { fold as foldWords, searchWords } from '../../../shared/text/search-words.ts'
import { visible } from '../../../shared/text/visible.ts'
import { jsonOf, type Parser } from './parser.ts'
import * as samples from './samples.ts'

const LABELS = ['Cifra de afaceri neta', 'Profit sau pierdere net', 'Numar mediu de salariati']
const NUMBERS = ['FCT 001001', 'Seria FCT nr. 1001 din 2026', 'A-2026-000123', '1.234,50', '-1234.50', '00042', '1e-7']
const PROFILE = JSON.stringify({
  environment: 'prod',
  clientId: 'a',
  redirectUri: 'https://localhost/callback',
  baseUrl: 'https://api.localhost:1/',
})

/** Words that people write and services quote, and what is made of them. */
export const WORD_PARSERS: readonly Parser[] = [
  {
    name: 'search',
    samples: samples.SEARCHES,
    read: text => [readSearch(text.slice(0, 10_000), '2026-11-20'), searchWords(text)],
  },
  { name: 'CUIs in a text', samples: samples.SELECTIONS, read: findCuis },
  {
    name: 'CUI',
    samples: ['C.U.I. RO 14399840', 'cod fiscal: 14.399.840', '1800101410011'],
    read: text => [withoutLabel(text), normalizeCode(text), readCell(text)],
  },
  {
    name: 'amounts and days of tables',
    samples: [...NUMBERS, ...samples.DATES, '20 noiembrie 2026', '46346'],
    read: text => [readAmount(text, ','), readAmount(text, 'either'), readDay(text)],
  },
  { name: 'decimals', samples: NUMBERS, read: text => formatDecimal(parseDecimal(text) ?? 0n) },
  {
    name: 'days and moments',
    samples: samples.DATES,
    read: text => [
      isCalendarDay(text),
      parseListMoment(text),
      parseMailMoment(text),
      parseQuotedMoment(text),
      parseWrittenDay(text),
    ],
  },
  {
    name: 'amounts and days of a sheet',
    samples: [...NUMBERS, ...samples.DATES],
    read: text => [decimalText('ro', text), amountText('en', text, 'RON'), dayText('ro', text)],
  },
  {
    name: 'findings',
    samples: [
      'E: SCHEMATRON [BR-RO-010]-Suma este gresita. # The sum is wrong in this invoice.',
      'A (1) sectiune B (2) eroare regula: R-1: text',
    ],
    read: text => [findingOf(text), inLanguage(text, 'ro'), inLanguage(text, 'en')],
  },
  { name: 'invoice numbers', samples: NUMBERS, read: numberForms },
  {
    name: 'statement labels',
    samples: LABELS,
    read: label => [
      figuresOf({
        year: 2025,
        cui: '1',
        name: '',
        caen: '',
        caenName: '',
        indicators: [{ id: 'I1', value: 1, label }],
      }),
      indicatorKey('1', label),
    ],
  },
  {
    name: 'XML for people',
    samples: [...samples.INVOICES, ...samples.UPLOAD_ANSWERS],
    read: text => xmlTokens(text, left => `…${left}`),
  },
  { name: 'redaction', samples: samples.LOG_LINES, read: text => createRedactor().redact(text) },
  { name: 'file names', samples: ['../Factură „1”.pdf', 'con.txt', '\u202efdp.exe'], read: fileNameFrom },
  { name: 'visible text', samples: samples.SELECTIONS, read: text => [visible(text), fold(text), foldWords(text)] },
  { name: 'cookies', samples: samples.COOKIES, read: readCookies },
  { name: 'redirect address', samples: samples.REDIRECTS, read: checkRedirectUri },
  { name: 'office address', samples: ['postgres://recipisa_ana_1f2e@localhost:5433/birou'], read: parseOfficeUrl },
  { name: 'profile', samples: [PROFILE], read: text => parseProfileFile(text, 'profile.json') },
  {
    name: 'registry of Windows',
    samples: ['HKEY_CURRENT_USER\\Software\\x\r\n    (Default)    REG_SZ    C:\\a.json\r\n'],
    read: parseKey,
  },
  {
    name: 'error bodies',
    samples: ['{"code":"cancelled","message":"x","details":{"reason":"cancelled","params":{"a":"b"}}}'],
    read: text => {
      const body = v.safeParse(ErrorBody, jsonOf(text))
      return body.success && fromErrorBody(body.output)
    },
  },
]

/** Readers that wait. */
export const COOKIE_PARSERS: readonly Parser[] = [
  {
    name: 'cookies of an answer',
    samples: samples.SET_COOKIES,
    read: async text => {
      const jar = await jarOf([], 'https://webserviced.localhost/')
      await jar.setCookie(text, 'https://webserviced.localhost/', { ignoreError: true })
      return jar.getCookieString('https://webserviced.localhost/')
    },
  },
]
