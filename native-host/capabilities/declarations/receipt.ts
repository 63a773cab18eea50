import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import type { DeclarationPorts } from './ports.ts'

type ReceiptKey = {
  uploadIndex: string
  cui: string
  /** The known facts of the declaration. */
  declaration: Pick<Declaration, 'form' | 'period' | 'filedOn'>
}

/**
 * Brings a missing receipt into the archive and returns its file name; undefined if the authority does not hand it out
 * (D-07). The name begins with the month of the period, or of the submission if the period is unknown.
 */
export async function bringReceipt(
  { archive, statusPage, now }: Pick<DeclarationPorts, 'archive' | 'statusPage' | 'now'>,
  { uploadIndex, cui, declaration: { form, period, filedOn } }: ReceiptKey,
  signal: AbortSignal,
): Promise<{ fileName: string } | undefined> {
  const stored = await archive.declarations.findReceipt(uploadIndex, cui)
  if (stored) return stored
  const bytes = await statusPage.receipt(uploadIndex, signal)
  if (!bytes) return undefined
  const month = period
    ? `${period.year}-${String(period.month ?? 12).padStart(2, '0')}`
    : (filedOn ?? romaniaDay(now())).slice(0, 7)
  return archive.declarations.storeReceipt({ uploadIndex, cui, form: form ?? '', month, bytes })
}
