import type { Mailbox } from '../../archive/mailbox/mailbox-archive.ts'
import type { MailSource } from './mailbox-source.ts'

/**
 * Brings one message's document into the archive, once (S-10). `busy`: another process has it, or it is archived.
 * `answered` is called when the authority has answered.
 */
export async function fetchMail(
  mailbox: Pick<Mailbox, 'claim' | 'release' | 'recover' | 'store' | 'markRefused'>,
  source: Pick<MailSource, 'document'>,
  id: string,
  signal: AbortSignal,
  answered: () => void = () => undefined,
): Promise<'downloaded' | 'refused' | 'busy'> {
  if (!mailbox.claim(id)) return 'busy'
  try {
    // An earlier run may have brought the bytes and died before they were indexed: no second call then.
    if (await mailbox.recover(id)) return 'downloaded'
    const answer = await source.document(id, signal)
    answered()
    if (answer.kind === 'pdf') await mailbox.store(id, answer.bytes)
    else mailbox.markRefused(id, answer.note)
    return answer.kind === 'pdf' ? 'downloaded' : 'refused'
  } finally {
    mailbox.release(id)
  }
}
