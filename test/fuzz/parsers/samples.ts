import { zipSync } from 'fflate'
import {
  A_CII,
  anOddInvoice as aBookedInvoice,
  IN_EURO,
  MANY_RATES,
} from '../../../shared/documents/booked/odd-invoices.fixture.ts'
import { anOddInvoice, line } from '../../../shared/documents/odd-invoices.fixture.ts'
import { declarationPdf } from '../../authority/documents/declaration-pdf.ts'
import { declarationXml } from '../../authority/documents/declaration-xml.ts'
import { textPdf } from '../../authority/documents/pdf.ts'
import { sampleMessageXml, sampleXml } from '../../authority/documents/sample.ts'
import * as answers from '../../authority/efactura/answers.ts'
import type { Reply } from '../../authority/http.ts'
import { firewallPage, loginWall, maintenancePage, notFoundPage } from '../../authority/pages.ts'
import { errorPage, logonPage, successPage, uploadPage } from '../../authority/portal/pages.ts'
import {
  invalidPage,
  notFoundPage as noDeclaration,
  queryPage,
  resultPage,
} from '../../authority/portal/status-pages.ts'
import { eInvoicingEntry, memberEntry, statement, vatEntry } from '../../authority/registers/answers.ts'
import { inventTaxpayer } from '../../authority/registers/taxpayers.ts'

import { createRandom } from '../../authority/world/random.ts'
import { ublOf } from '../../office/invoice-xml.ts'
import { inventOffice, inventReceived, inventSent } from '../../office/trade.ts'

/** Real outputs of the services and other programs, one text each; bytes as Latin-1. */

const CUI = '14399840'
const DAY = '2026-11-20'
const bodyOf = ({ body }: Reply): string => body.toString('utf8')
const taxpayer = inventTaxpayer(CUI)
if (!taxpayer) throw new Error(`The embedded authority does not know ${CUI}.`)

const declaration = {
  ...{
    number: '1000000001',
    form: 'D300',
    registrationNumber: 'INTERNT-1000000001-2026',
    submittedAt: Date.UTC(2026, 10, 20),
  },
  ...{ cui: CUI, name: 'FIRMA SRL', fileName: 'D300.pdf', sha256: '', year: 2026, month: 10 },
} as unknown as Parameters<typeof resultPage>[3][number]['declaration']
const statusRow = { declaration, state: 'Documentul este valid', registered: '20.11.2026', hasReceipt: true }

export const PORTAL_PAGES = [
  logonPage(),
  uploadPage(),
  successPage('D300 "ă".pdf', '1000000001'),
  errorPage('CUI-ul nu este al dvs'),
].map(bodyOf)
export const STATUS_PAGES = [
  resultPage(CUI, '20.08.2026', '20.11.2026', [statusRow, statusRow]),
  ...[queryPage(), noDeclaration(), invalidPage()],
].map(bodyOf)
export const GATEWAY_PAGES = [
  firewallPage('18446744073709551615'),
  maintenancePage(200),
  loginWall(),
  notFoundPage(),
].map(bodyOf)

export const INVOICES = [
  sampleXml({ seller: CUI, buyer: '361579' }),
  sampleXml({ seller: CUI, buyer: '361579', document: 'credit-note' }),
  anOddInvoice({ head: '<cbc:Note>o notă</cbc:Note>', lines: line('Cafea', '2', '50', '100.00').repeat(3) }),
  ...[IN_EURO, MANY_RATES].map(aBookedInvoice),
  A_CII,
  ...inventedInvoices(8),
]
export const MESSAGES = [sampleMessageXml('5000000001', 'Nu este factura noastra')]
export const UPLOAD_ANSWERS = [
  `${answers.DECLARATION}\n<header xmlns="${answers.UPLOAD}" dateResponse="202611201230" ExecutionStatus="0" index_incarcare="5000000001"/>`,
  answers.uploadErrors('202611201230', ['E: validari globale eroare regula: BR-RO-010: textul erorii']),
]
export const STATUS_ANSWERS = [
  answers.status('ok', '3000000001'),
  answers.status('in prelucrare'),
  answers.statusError('Nu exista'),
].map(bodyOf)
export const ERRORS_FILES = [
  '<header xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1" Index_incarcare="5000000001" Cif_emitent="14399840"><Error errorMessage="E: SCHEMATRON [BR-RO-010]-Suma este gresita. # The sum is wrong in this invoice."/></header>',
]
export const DECLARATIONS = [declarationXml({ form: 'D300', cui: CUI, name: 'FIRMA SRL', year: 2026, month: 10 })]

const mail = {
  ...{ id: '700', cif: CUI, id_solicitare: null, data_creare: '20.11.2026 12:30:00', tip: 'RECIPISA' },
  detalii:
    'recipisa pentru CIF 14399840, tip D112, numar_inregistrare INTERNT-130000000-2017/20-12-2017, perioada raportare 11.2017',
}
const entry = {
  ...{ id: '3000000001', id_solicitare: '5000000001', data_creare: '202611201230', cif: CUI, tip: 'FACTURA PRIMITA' },
  detalii: 'Factura cu id_incarcare=5000000001 emisa de cif_emitent=14399840 pentru cif_beneficiar=361579',
}
export const MAIL_LISTS = [
  {
    mesaje: [mail, { ...mail, id: 701, tip: 'NOTIFICARE' }],
    cui: `${CUI},361579`,
    cnp: '1800101410011',
    serial: '0a',
    titlu: 'Lista',
  },
].map(text)
export const INVOICE_LISTS = [
  { mesaje: [entry, { ...entry, id: 3000000002 }], serial: '0a', cui: CUI, titlu: 'Lista Mesaje' },
  {
    mesaje: [entry],
    numar_total_inregistrari: 501,
    numar_total_pagini: 2,
    index_pagina_curenta: 1,
    numar_total_inregistrari_per_pagina: 500,
  },
].map(text)
export const REGISTER_ANSWERS = [
  { cod: 200, message: 'SUCCESS', found: [vatEntry(taxpayer, DAY, 'array')], notFound: [361579] },
  {
    found: [
      vatEntry(taxpayer, DAY, 'object'),
      eInvoicingEntry(taxpayer, DAY),
      memberEntry(Number(CUI), taxpayer, DAY, 'farmer'),
    ],
    notFound: [],
  },
].map(text)
export const STATEMENTS = [
  statement(taxpayer, 2025, [{ indicator: 'I13', val_indicator: 100, val_den_indicator: 'Cifra de afaceri neta' }]),
].map(text)
export const CHECKS = [
  {
    stare: 'nok',
    Messages: [{ message: 'E: [BR-RO-010]-Suma este gresita. # The sum is wrong in this invoice.' }],
    trace_id: 'x-1',
  },
  { stare: 'ok', trace_id: 7 },
  { msg: 'Fișierele încărcate au fost validate cu succes' },
].map(text)
export const NOTES = [
  'Nu aveti drept in SPV pentru CIF=14399840',
  'S-au facut deja 1500 descarcari de mesaj in cursul zilei',
  'startTime = 20-11-2026 12:30:00 nu poate fi in viitor fata de momentul requestului = 20-11-2026 12:29:59',
  'A aparut o eroare tehnica. Cod: 17',
]
export const JSON_ANSWERS = [
  ...NOTES.map(eroare => text({ eroare, titlu: 'Lista Mesaje' })),
  text({
    timestamp: '20-11-2026 12:30:00',
    status: 400,
    error: 'Bad Request',
    message: 'Parametrii zile si cif sunt obligatorii',
  }),
  '{"eroare": "Nu exista "ghilimele" in text", "titlu": "Descarcare mesaj"}',
  text({ id_solicitare: 9001, titlu: 'Cererea a fost inregistrata' }),
  text({
    access_token: 'eyJhbGciOiJSUzUxMiJ9.eyJleHAiOjE3fQ.x',
    refresh_token: 'eyJhbGciOiJSUzUxMiJ9.e30.y',
    expires_in: 100,
  }),
]
export const ANSWERS = [
  ...JSON_ANSWERS,
  ...INVOICE_LISTS,
  ...UPLOAD_ANSWERS,
  ...STATUS_ANSWERS,
  ...GATEWAY_PAGES,
  ...PORTAL_PAGES,
  ...STATUS_PAGES,
]

export const COOKIES = [
  text([
    {
      name: 'MRHSession',
      value: 'a1',
      domain: 'webserviced.localhost',
      path: '/',
      secure: true,
      httpOnly: true,
      expires: -1,
    },
  ]),
  text({
    cookies: [{ name: 'F5_ST', value: '1z1z', domain: 'webserviced.localhost', expirationDate: 1_800_000_000.5 }],
  }),
]
export const SET_COOKIES = [
  'MRHSession=abc123; path=/; secure; HttpOnly',
  'LastMRH_Session=1; Domain=localhost; Expires=Fri, 20 Nov 2026 10:00:00 GMT; Max-Age=600',
]
export const DATES = [
  'Fri, 20 Nov 2026 10:00:00 GMT',
  '120',
  '1.5',
  '2026-11-20T10:00:00Z',
  '20.11.2026 12:30:00',
  '20-11-2026 12:30:00',
  '202611201230',
  '20.11.2026',
]
export const SEARCHES = [
  'factura "Firma SRL" octombrie 2026 peste 500 lei',
  '„cafea” 1.234,50 eur ultimele 30 de zile',
  '>=100,5 trim 3 2026 10.2026..12.2026',
  'RO14399840 luna trecută',
]
export const SELECTIONS = [
  'Nume\tCUI\tSold\nFirma SRL\tRO 14399840\t1.234,50\nAlta SRL\t361579\t-5',
  'Furnizor: Firma SRL, C.U.I. RO 14.399.840, cont RO49AAAA1B31007593840000, tel. 0722 123 456, data 20.11.2026, total 1.234,50 lei',
  '14399840, 361579 RO 1234567',
]
export const LEDGERS = [
  'Nr. document;Data;Partener;CUI;Total cu TVA;TVA\r\nF-1;20.11.2026;Firma SRL;RO14399840;1.234,50;197,10\r\nF-2;21.11.2026;Alta;361579;-5;0\r\n',
  'sep=,\nSerie,Numar,Denumire client,Cod fiscal,Total,Moneda\nFCT,0001,"Firma, SRL",14399840,"1,234.50",EUR\n',
  'CUI\n14399840\n361579\n',
]
export const REDIRECTS = [
  '/my.policy',
  'https://logincert.localhost/anaf-oauth2/v1/authorize?code=1&state=',
  '//decl.localhost/vdesk/hangup.php3?x=%ZZ',
  'https://localhost/callback?code=abc&error=access_denied',
]
export const LOG_LINES = [
  'Authorization: Bearer eyJhbGciOiJSUzUxMiJ9.eyJleHAiOjE3fQ.x and code=abc%3Ddef&client_secret=x',
  '{"access_token":"a\\"b","pin" : "1234"} Set-Cookie: MRHSession=abc; path=/\r\nCookie="JSESSIONID=1"',
]

/** Bytes, one character each. */
export const ZIPS = INVOICES.slice(0, 3).map((xml, n) =>
  latin1(
    zipSync(
      {
        '5000000001.xml': Buffer.from(xml),
        'semnatura_5000000001.xml': Buffer.from('<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>'),
      },
      { level: n === 0 ? 0 : 6 },
    ),
  ),
)
export const PDFS = [
  ...(await Promise.all([{}, { isZipped: true }, { hasXfa: true }, { xml: null }].map(declarationPdf))).map(latin1),
  latin1(textPdf(['Factura 1', 'Total 100'])),
]

/** Invoices, corrections and credit notes of an invented office, in lei and in other currencies. */
function inventedInvoices(count: number): string[] {
  const random = createRandom(20_261_123)
  const { clients } = inventOffice(random, 4, Date.UTC(2026, 10, 20))
  return Array.from({ length: count }, (_, n) => {
    const client = clients[n % clients.length]
    if (!client) throw new Error('The office has no clients.')
    return ublOf(n % 4 === 3 ? inventReceived(random, client, DAY) : inventSent(random, client, DAY)).written
  })
}

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

function text(value: unknown): string {
  return JSON.stringify(value)
}
