import browser, { type Runtime } from 'webextension-polyfill'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { isOwnPage, parseMessage, type ReceiptsToSave } from '../../browser/messages.ts'
import { failureBody } from '../../host/failure.ts'
import { connectNativeHost } from '../../host/port.ts'
import { saveDocument } from '../documents/save-document.ts'
import { receiptRunStore } from './receipt-run-store.ts'
import { saveAllReceipts } from './save-all.ts'

/**
 * Registers the download of a table's receipts. It runs in the background because the popup closes at the first click
 * outside; the port to the host keeps the worker alive meanwhile.
 */
export function registerReceipts(report: (error: unknown) => void): void {
  let running: AbortController | undefined
  // A run left over from an earlier worker will never continue.
  const closed = closeLeftOver()
  closed.catch(report)

  const start = async (toSave: ReceiptsToSave) => {
    if (running) return
    const aborter = new AbortController()
    running = aborter
    const host = connectNativeHost()
    try {
      await closed
      const save = async (id: string) => (await saveDocument(host, { area: 'receipts', id, as: 'receipt' })).fileName
      await saveAllReceipts(toSave, { host, save, now: Date.now, write: receiptRunStore.write }, aborter.signal)
    } finally {
      running = undefined
      host.close()
    }
  }

  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    const own = isOwnPage(sender) ? parseMessage(message) : undefined
    if (own?.tell === 'save-receipts') start(own.receipts).catch(report)
    if (own?.tell === 'stop-receipts') running?.abort()
    return undefined
  })
}

async function closeLeftOver(): Promise<void> {
  const run = await receiptRunStore.read()
  if (run?.phase !== 'running') return
  const error = failureBody(new RecipisaError('host-lost', { problem: 'worker ended' }))
  await receiptRunStore.write({ ...run, phase: 'stopped', error })
}
