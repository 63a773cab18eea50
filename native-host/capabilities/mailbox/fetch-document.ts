import type { Mailbox } from '../../archive/mailbox/mailbox-archive.ts'
import { downloadOnce } from '../../jobs/download-once.ts'
import type { MailSource } from './mailbox-source.ts'

/**
 * Brings the document of one message into the archive, once (S-10). Returns `busy` if another process or seat has it,
 * or it is archived. `onAnswer` is called when the authority has answered.
 */
export async function fetchDocument(
  mailbox: Pick<Mailbox, 'claim' | 'release' | 'recover' | 'store' | 'markRefused'>,
  source: Pick<MailSource, 'document'>,
  id: string,
  signal: AbortSignal,
  onAnswer: () => void = () => undefined,
): Promise<'downloaded' | 'refused' | 'busy'> {
  return downloadOnce(mailbox, id, async () => {
    const answer = await source.document(id, signal)
    if (answer.kind === 'busy') return 'busy'
    onAnswer()
    if (answer.kind === 'pdf') await mailbox.store(id, answer.bytes)
    else mailbox.markRefused(id, answer.note)
    return answer.kind === 'pdf' ? 'downloaded' : 'refused'
  })
}
