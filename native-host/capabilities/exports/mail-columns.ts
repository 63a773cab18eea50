import { romaniaMinute } from '../../../shared/domain/romania-time.ts'
import type { MailboxItem } from '../../../shared/protocol/mailbox.ts'
import type { Column } from '../../tables/table.ts'
import type { ListColumns } from './table.ts'

const STATES: Readonly<Record<MailboxItem['state'], string>> = {
  listed: 'nedescărcat',
  archived: 'arhivat',
  refused: 'refuzat de ANAF',
  failed: 'descărcare nereușită',
}

function periodOf({ receipt }: MailboxItem): string | null {
  if (!receipt?.period) return null
  const { year, month } = receipt.period
  return month === null ? String(year) : `${String(month).padStart(2, '0')}.${year}`
}

const COLUMNS: readonly Column<MailboxItem>[] = [
  { head: 'Firmă', type: 'text', width: 28, value: ({ companyName, cui }) => companyName ?? cui },
  { head: 'CUI', type: 'text', width: 14, value: ({ cui }) => cui },
  { head: 'Tip', type: 'text', width: 24, value: ({ type }) => type },
  { head: 'Formular', type: 'text', width: 10, value: ({ receipt }) => receipt?.form },
  { head: 'Perioada', type: 'text', width: 10, value: periodOf },
  { head: 'Număr de înregistrare', type: 'text', width: 28, value: ({ receipt }) => receipt?.registrationNumber },
  { head: 'Primit', type: 'moment', value: ({ createdAt }) => romaniaMinute(createdAt) },
  { head: 'Comunicat', type: 'day', value: ({ servedOn }) => servedOn },
  { head: 'Detalii', type: 'text', width: 40, value: ({ details }) => details },
  { head: 'Stare', type: 'text', value: ({ state }) => STATES[state] },
  { head: 'Fișier', type: 'text', width: 28, value: ({ fileName }) => fileName },
  { head: 'Id în SPV', type: 'text', value: ({ id }) => id },
]

/** The list of SPV messages. */
export const mailColumns = (): ListColumns<MailboxItem> => ({ name: 'Mesaje SPV', columns: COLUMNS })
