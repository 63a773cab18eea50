import { createSessionStore } from '../../browser/session-store.ts'
import { ReceiptRun } from './run.ts'

export const receiptRunStore = createSessionStore<ReceiptRun>('receiptRun', ReceiptRun)
