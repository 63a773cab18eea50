import type { Messages } from '../../archive/invoices/message-archive.ts'
import type { Download } from '../../authority/efactura/types.ts'
import { downloadOnce } from '../../jobs/download-once.ts'

export type Downloader = { download(id: string, signal: AbortSignal): Promise<Download> }

/**
 * Brings the document of one message into the archive, once (E-33). Returns `busy` if another process or seat has it,
 * or it needs no download. `onAnswer` is called when the authority has answered.
 */
export async function fetchMessage(
  messages: Pick<Messages, 'claim' | 'release' | 'recover' | 'store' | 'markExpired'>,
  source: Downloader,
  id: string,
  signal: AbortSignal,
  onAnswer: () => void = () => undefined,
): Promise<'downloaded' | 'expired' | 'busy'> {
  return downloadOnce(messages, id, async () => {
    const answer = await source.download(id, signal)
    if (answer.kind === 'busy') return 'busy'
    onAnswer()
    if (answer.kind === 'zip') await messages.store(id, answer.bytes)
    else messages.markExpired(id, answer.note)
    return answer.kind === 'zip' ? 'downloaded' : 'expired'
  })
}
