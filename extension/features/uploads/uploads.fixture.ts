import type { Inspection, Upload } from '../../../shared/protocol/uploads.ts'

/** Uploads and inspections for tests. */

const FLAGS = { extern: false, selfBilled: false, enforcement: false, b2c: false }
const INVOICE = {
  number: 'FCT-1',
  issueDate: '2026-11-20',
  sellerName: 'ACME SRL',
  sellerCui: '14399840',
  buyerName: 'ROMTEST SRL',
  buyerCui: '9010105',
  payableAmount: '119.00',
  currency: 'RON',
}

export function inspectionOf(sha256: string, changes: Partial<Inspection> = {}): Inspection {
  return {
    sha256,
    size: 10,
    fileName: 'factura.xml',
    standard: 'UBL',
    invoice: INVOICE,
    cui: '14399840',
    rights: 'granted',
    suggested: FLAGS,
    problems: [],
    earlier: [],
    ...changes,
  }
}

export function uploadOf(id: number, state: Upload['state'], changes: Partial<Upload> = {}): Upload {
  return {
    id,
    state,
    sha256: 'a'.repeat(64),
    size: 10,
    fileName: 'factura.xml',
    cui: '14399840',
    standard: 'UBL',
    flags: FLAGS,
    invoice: INVOICE,
    uploadIndex: state === 'ok' || state === 'nok' || state === 'processing' ? '5001120362' : null,
    downloadId: state === 'ok' || state === 'nok' ? '3001474425' : null,
    createdAt: Date.parse('2026-11-20T10:00:00Z'),
    checkedAt: null,
    nextCheckAt: null,
    findings: [],
    corrects: null,
    repeats: null,
    trouble: null,
    ...changes,
  }
}
