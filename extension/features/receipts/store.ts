import { createAttemptStore } from '../certificate-tab/store.ts'
import { ReceiptRun } from './run.ts'

export const receiptRunStore = createAttemptStore<ReceiptRun>('receiptRun', ReceiptRun)
