import type { Period } from '../../../shared/domain/mailbox.ts'
import { isNotFound } from '../../../shared/filings/settled.ts'
import type { Declaration, DeclarationState } from '../../../shared/protocol/declarations.ts'
import { locale, t } from '../../locales/locale.ts'
import { ownerName } from '../../locales/owner-name.ts'
import type { Key } from '../../locales/translate.ts'
import type { Tone } from '../../ui/status.tsx'

type Label = { word: Key; tone: Tone; next: Key | undefined }

/** Label and colour of a declaration's state, and what to do about it. */
export const DECLARATION_LABELS = {
  sending: { word: 'declaration-sending', tone: 'new', next: undefined },
  'not-sent': { word: 'declaration-not-sent', tone: 'bad', next: 'declaration-next-not-sent' },
  unknown: { word: 'declaration-unknown', tone: 'wait', next: 'declaration-next-unknown' },
  rejected: { word: 'declaration-rejected', tone: 'bad', next: 'declaration-next-rejected' },
  processing: { word: 'declaration-processing', tone: 'wait', next: undefined },
  valid: { word: 'declaration-valid', tone: 'good', next: undefined },
  'has-errors': { word: 'declaration-has-errors', tone: 'bad', next: 'declaration-next-has-errors' },
  'not-a-document': { word: 'declaration-not-a-document', tone: 'bad', next: 'declaration-next-not-a-document' },
} as const satisfies Record<DeclarationState, Label>
const NOT_FOUND: Label = { word: 'declaration-not-found', tone: 'bad', next: 'declaration-next-not-found' }

/** The same for a declaration: more is known of it than its state. */
export function declarationLabel(declaration: Declaration): Label {
  if (isNotFound(declaration)) return NOT_FOUND
  const label = DECLARATION_LABELS[declaration.state]
  return declaration.isUnconfirmed ? { ...label, word: 'declaration-unconfirmed' } : label
}

/** `octombrie 2026`; the year alone for a yearly form. */
export function periodLabel({ year, month }: Period): string {
  if (month === null) return String(year)
  const words = new Intl.DateTimeFormat(locale.value, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return words.format(Date.UTC(year, month - 1, 1))
}

/** Name of a declaration: form and period, or the file's name. */
export function declarationName({ form, period, fileName }: Pick<Declaration, 'form' | 'period' | 'fileName'>): string {
  const parts = [form, period && periodLabel(period)].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : (fileName ?? t('declaration-unnamed'))
}

/** Owner of a declaration: a name, or a CUI, or a person's CNP. */
export function ownerLabel({ companyName, cui }: Pick<Declaration, 'companyName' | 'cui'>): string {
  return cui === null ? (companyName ?? t('declaration-company-unread')) : ownerName({ companyName, cui })
}
