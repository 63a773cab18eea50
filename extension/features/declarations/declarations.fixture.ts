import type { Declaration, DeclarationInspection } from '../../../shared/protocol/declarations.ts'

/** A declaration for tests, submitted from here. */
export function declarationOf(id: number, change: Partial<Declaration> = {}): Declaration {
  return {
    id,
    state: 'processing',
    origin: 'program',
    cui: '14399840',
    companyName: 'ACME SRL',
    form: 'D300',
    period: { year: 2026, month: 10 },
    fileName: 'd300.pdf',
    sha256: null,
    size: null,
    filingNumber: String(1_100_000_000 + id),
    isCounter: false,
    isUnconfirmed: false,
    registrationNumber: null,
    filedOn: null,
    createdAt: 0,
    checkedAt: null,
    nextCheckAt: null,
    isOverdue: false,
    receipt: 'none',
    receiptMessageId: null,
    findings: [],
    repeats: null,
    trouble: null,
    ...change,
  }
}

/** The host's inspection of a signed PDF, for tests. */
export function declarationInspectionOf(
  sha256: string,
  change: Partial<DeclarationInspection> = {},
): DeclarationInspection {
  return {
    sha256,
    size: 1000,
    fileName: 'd300.pdf',
    isSigned: true,
    attachment: 'D300.xml',
    form: 'D300',
    cui: '14399840',
    companyName: 'ACME SRL',
    period: { year: 2026, month: 10 },
    isTrial: false,
    problems: [],
    warnings: [],
    earlier: [],
    ...change,
  }
}
