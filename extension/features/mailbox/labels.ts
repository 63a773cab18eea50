import type { MailboxKind, Period } from '../../../shared/domain/mailbox.ts'
import type { MailboxItem } from '../../../shared/protocol/mailbox.ts'
import { t } from '../../locales/locale.ts'
import type { Key } from '../../locales/translate.ts'
import type { Tone } from '../../ui/status.tsx'

/** Plain names for some types; the others keep the authority's names (S-03). */
const PLAIN_TYPES: Readonly<Record<string, Key>> = {
  RECIPISA: 'mail-one-receipt',
  PLATA: 'mail-one-payment',
  'RASPUNS SOLICITARE': 'mail-one-report',
  'ADEVERINTA VENIT': 'mail-one-income-certificate',
  DECLARATIE: 'mail-one-declaration',
}

/** Name of a type: ours, the authority's if we have none, or "message" when it is empty. */
export function typeName(type: string): string {
  if (type.trim() === '') return t('mail-one-other')
  const key = PLAIN_TYPES[type.trim().toUpperCase()]
  return key ? t(key) : type
}

/** Title of a message; a receipt's title includes form and period. */
export function mailTitle({ type, receipt }: Pick<MailboxItem, 'type' | 'receipt'>): string {
  const name = typeName(type)
  const about = [receipt?.form, receipt?.period && periodLabel(receipt.period)].filter(Boolean)
  return about.length > 0 ? `${name} ${about.join(' · ')}` : name
}

/** The detail that tells a message from similar ones: a receipt's registration number, or the authority's text. */
export function mailAbout({ receipt, details }: Pick<MailboxItem, 'receipt' | 'details'>): string {
  return receipt?.registrationNumber ?? details
}

/** `10.2026`, or `2026` for a whole year. */
export function periodLabel({ year, month }: Period): string {
  return month === null ? String(year) : `${String(month).padStart(2, '0')}.${year}`
}

export const kindKey = (kind: MailboxKind): Key => `mail-kind-${kind}`

/** Label and colour of a message's state. */
export function mailState({ state }: Pick<MailboxItem, 'state'>): { word: Key; tone: Tone } {
  const tone = ({ listed: 'wait', archived: 'good', refused: 'bad', failed: 'bad' } as const)[state]
  return { word: `mail-${state}`, tone }
}
