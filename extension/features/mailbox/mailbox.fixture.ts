import type { MailboxItem } from '../../../shared/protocol/mailbox.ts'
import type { ReportRequest } from '../../../shared/protocol/requests.ts'

/** Messages and requests for tests. */

export function mailOf(id: string, changes: Partial<MailboxItem> = {}): MailboxItem {
  return {
    id,
    cui: '14399840',
    type: 'RECIPISA',
    kind: 'receipt',
    details: 'recipisa pentru CIF 14399840, tip D112',
    createdAt: Date.parse('2026-11-20T10:00:00Z'),
    hasTime: true,
    requestId: null,
    receipt: null,
    servedOn: null,
    companyName: 'ACME SRL',
    state: 'archived',
    seen: true,
    fileName: 'recipisa.pdf',
    size: 10,
    sha256: 'a'.repeat(64),
    note: null,
    error: null,
    ...changes,
  }
}

export function requestOf(
  id: number,
  state: ReportRequest['state'],
  changes: Partial<ReportRequest> = {},
): ReportRequest {
  return {
    id,
    state,
    type: 'VECTOR FISCAL',
    cui: '14399840',
    companyName: 'ACME SRL',
    params: {},
    requestId: '77003101',
    messageId: null,
    note: null,
    createdAt: Date.parse('2026-11-20T10:00:00Z'),
    answeredAt: null,
    deliveredAt: null,
    nextCheckAt: null,
    trouble: null,
    ...changes,
  }
}
