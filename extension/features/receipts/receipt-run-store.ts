import { createSessionStore } from '../../browser/session-store.ts'
import { ReceiptRun } from './receipt-run.ts'

export const receiptRunStore = createSessionStore<ReceiptRun>('receiptRun', ReceiptRun)
