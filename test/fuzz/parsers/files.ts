import { readDeclarationXml } from '../../../native-host/capabilities/declarations/declaration-xml.ts'
import { readDeclarationPdf } from '../../../native-host/capabilities/declarations/read-pdf.ts'
import { describeSmall, describeZip } from '../../../native-host/reading/describe-zip.ts'
import { readLedger } from '../../../native-host/reading/ledger/read-ledger.ts'
import { readList } from '../../../native-host/reading/list/read-list.ts'
import { readBookedZip, readSmallBooked } from '../../../native-host/reading/read-booked-zip.ts'
import { READERS } from '../../../native-host/reading/readers.ts'
import { isZip } from '../../../native-host/reading/zip-entries.ts'
import { verifySignature } from '../../../native-host/signature/verify.ts'
import { workbookOf, sheetOf as workbookSheet } from '../../../native-host/tables/workbook.ts'
import { readBooked } from '../../../shared/documents/booked/read-booked.ts'
import { invoiceOf } from '../../../shared/documents/invoice.ts'
import { detectStandard } from '../../../shared/documents/standards.ts'
import { summarize } from '../../../shared/documents/summary.ts'
import { readErrorsFile } from '../../../shared/documents/ubl.ts'
import { InvoiceDocument } from '../../../shared/protocol/invoices/document.ts'
import { InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import { sheetOf } from '../../../shared/sheet/sheet.ts'
import { parseXml, readXml } from '../../../shared/xml/xml.ts'
import { fits, type Parser } from './parser.ts'
import * as samples from './samples.ts'

const ROOM = 700_000
const WORKBOOKS = [
  samples.latin1(
    await workbookOf([
      workbookSheet({
        name: 'Facturi',
        columns: [
          { head: 'Nr. document', type: 'text', value: ({ n }: { n: number }) => `F-${n}` },
          { head: 'CUI', type: 'text', value: () => '14399840' },
          { head: 'Total cu TVA', type: 'amount', value: ({ n }) => `${n}.50` },
        ],
        rows: [{ n: 1 }, { n: 2 }],
      }),
    ]),
  ),
]

/** Files that others have written. Those in a thread are read in this process here. */
export const FILE_PARSERS: readonly Parser[] = [
  {
    name: 'xml',
    samples: [...samples.INVOICES, ...samples.UPLOAD_ANSWERS],
    isInThread: true,
    read: (text, bytes) => [readXml(text), readXml(bytes)],
  },
  {
    name: 'documents/invoice',
    samples: samples.INVOICES,
    isInThread: true,
    read: (_, bytes) => {
      const document = fits(InvoiceDocument, READERS.invoice(bytes, ROOM)) as InvoiceDocument | null
      return document && [sheetOf(document, 'ro'), sheetOf(document, 'en')]
    },
  },
  {
    name: 'documents/summary',
    samples: samples.INVOICES,
    isInThread: true,
    read: text => {
      const root = parseXml(text)
      const document = root && invoiceOf(root)
      return document && fits(InvoiceSummary, summarize(document))
    },
  },
  {
    name: 'documents/booked',
    samples: samples.INVOICES,
    isInThread: true,
    read: text => {
      const root = parseXml(text)
      return root && readBooked(root)
    },
  },
  {
    name: 'documents/errors file',
    samples: samples.ERRORS_FILES,
    isInThread: true,
    read: text => readErrorsFile(text),
  },
  {
    name: 'documents/buyer message',
    samples: samples.MESSAGES,
    isInThread: true,
    read: (_, bytes) => READERS.buyerMessage(bytes),
  },
  {
    name: 'documents/standard',
    samples: [...samples.INVOICES, ...samples.MESSAGES],
    isInThread: true,
    read: text => detectStandard(text),
  },
  {
    name: 'documents/upload',
    samples: [...samples.INVOICES, ...samples.MESSAGES],
    isInThread: true,
    read: (_, bytes) => READERS.upload(bytes, 'x.xml'),
  },
  {
    name: 'documents/attachment',
    samples: samples.INVOICES,
    isInThread: true,
    read: (_, bytes) => READERS.attachment(bytes, 0),
  },
  {
    name: 'declaration’s XML',
    samples: samples.DECLARATIONS,
    isInThread: true,
    read: (_, bytes) => readDeclarationXml(bytes),
  },
  {
    name: 'signature',
    samples: samples.INVOICES,
    isInThread: true,
    read: (_, bytes) => verifySignature({ document: bytes, signature: bytes }, { anchors: [] }),
  },
  {
    name: 'zip in its thread',
    samples: samples.ZIPS,
    isBinary: true,
    isInThread: true,
    read: (_, bytes) => [isZip(bytes), describeZip(bytes), READERS.members(bytes)],
  },
  { name: 'zip of little size', samples: samples.ZIPS, isBinary: true, read: (_, bytes) => describeSmall(bytes) },
  {
    name: 'booked zip',
    samples: samples.ZIPS,
    isBinary: true,
    isInThread: true,
    read: (_, bytes) => readBookedZip(bytes),
  },
  {
    name: 'booked zip of little size',
    samples: samples.ZIPS,
    isBinary: true,
    read: (_, bytes) => readSmallBooked(bytes),
  },
]

/** Files whose readers wait now and then; a thread reads the PDF. */
export const TABLE_PARSERS: readonly Parser[] = [
  { name: 'declaration’s PDF', samples: samples.PDFS, isBinary: true, read: (_, bytes) => readDeclarationPdf(bytes) },
  { name: 'list', isInThread: true, samples: samples.LEDGERS, read: (_, bytes) => readList(bytes, 'lista.csv') },
  { name: 'ledger', isInThread: true, samples: samples.LEDGERS, read: (_, bytes) => readLedger(bytes, 'jurnal.csv') },
  {
    name: 'list in a workbook',
    isInThread: true,
    samples: WORKBOOKS,
    isBinary: true,
    read: (_, bytes) => readList(bytes, 'lista.xlsx'),
  },
  {
    name: 'ledger in a workbook',
    isInThread: true,
    samples: WORKBOOKS,
    isBinary: true,
    read: (_, bytes) => readLedger(bytes, 'jurnal.xlsx'),
  },
]
