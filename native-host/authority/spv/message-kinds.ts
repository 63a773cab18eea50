import type { MailboxKind } from '../../../shared/domain/mailbox.ts'
import { fold } from '../../../shared/text/fold.ts'

/** Types known by their whole name (docs/authority/mailbox.md). */
const BY_NAME: ReadonlyMap<string, MailboxKind> = new Map([
  ['recipisa', 'receipt'],
  ['plata', 'payment'],
  ['raspuns solicitare', 'report'],
  ['adeverinta venit', 'income-certificate'],
  ['declaratie', 'declaration'],
])

/** The tax code's words for an act that is served, anywhere in the name of the type. */
const ACT =
  /\b(decizi[ei]|somati[ei]|titlu executoriu|titluri executorii|popri(re|ri)|notificar[ei]|dispoziti[ei]|proces[- ]verbal|act(ul)? administrativ|raport de inspectie|invitatie)\b/
const NOTICE = /\b(informar[ei]|instiintar[ei]|anunt|aviz)\b/

/** The kind of a message by its `tip`, whatever its spacing and case; `other` for an unknown one (S-03). */
export function mailKindOf(type: string): MailboxKind {
  const name = fold(type)
  const kind = BY_NAME.get(name)
  if (kind) return kind
  if (ACT.test(name)) return 'act'
  return NOTICE.test(name) ? 'notice' : 'other'
}
