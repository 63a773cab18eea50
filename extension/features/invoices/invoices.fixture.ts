import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'

/** A received invoice for tests, of which only the list's entry is known. */
export function invoiceItemOf(change: Partial<InvoiceItem> = {}): InvoiceItem {
  return {
    id: '1',
    twinId: null,
    uploadIndex: '5001',
    cui: '14399840',
    kind: 'received',
    direction: 'received',
    type: 'FACTURA PRIMITA',
    createdAt: 0,
    details: '',
    sellerCui: '9010105',
    buyerCui: '14399840',
    state: 'archived',
    unread: false,
    invoice: null,
    ...change,
  }
}
