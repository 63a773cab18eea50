import type { Messages } from '../../archive/core/archive.ts'
import type { Download } from '../../authority/efactura/types.ts'

export type Downloader = { download(id: string, signal: AbortSignal): Promise<Download> }

/**
 * Brings one message into the archive, once (E-33). `busy`: another process has it, or it is not waiting for a download.
 * `answered` is called when the authority has answered.
 */
export async function fetchMessage(
  messages: Pick<Messages, 'claim' | 'release' | 'recover' | 'store' | 'markExpired'>,
  source: Downloader,
  id: string,
  signal: AbortSignal,
  answered: () => void = () => undefined,
): Promise<'downloaded' | 'expired' | 'busy'> {
  if (!messages.claim(id)) return 'busy'
  try {
    // An earlier run may have brought the bytes and died before they were indexed: no second call then.
    if (await messages.recover(id)) return 'downloaded'
    const answer = await source.download(id, signal)
    answered()
    if (answer.kind === 'zip') await messages.store(id, answer.bytes)
    else messages.markExpired(id, answer.note)
    return answer.kind === 'zip' ? 'downloaded' : 'expired'
  } finally {
    messages.release(id)
  }
}
