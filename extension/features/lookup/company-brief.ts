import { answersOf, companyName } from '../../../shared/protocol/registers/lookup-answers.ts'
import type { CompanyLookup, RegisterAnswer } from '../../../shared/protocol/registers/lookups.ts'
import { t } from '../../locales/locale.ts'
import type { Tone } from '../../ui/status.tsx'
import { statusLines } from './status-lines.ts'

/** A company in a list row: its name (empty while unknown) and its most important state. */
export type Brief = { name: string; state: { tone: Tone; text: string } }

/**
 * The most important state of a company: struck off and inactive first, then a failed query, then VAT; for other registers,
 * `membership` or its e-invoicing. Without an answer it is waiting while `isAsking`, otherwise not asked.
 */
export function briefOf(lookup: CompanyLookup, isAsking = true, membership?: string): Brief {
  const { vat, eInvoicing } = lookup
  const answers = answersOf(lookup)
  const name = companyName(lookup)
  const state = (tone: Tone, text: string): Brief => ({ name, state: { tone, text } })

  const lines = statusLines(lookup)
  if (lines.some(({ id }) => id === 'struck-off')) return state('bad', t('card-struck-off'))
  if (lines.some(({ id }) => id === 'inactive')) return state('bad', t('card-inactive'))
  if (has(answers, 'failed')) return state('bad', t('lookup-failed-word'))
  if (has(answers, 'pending')) return state('idle', t(isAsking ? 'lookup-pending-word' : 'lookup-failed-word'))
  if (vat?.record)
    return vat.record.vat.isPayer ? state('good', t('card-vat-payer')) : state('idle', t('card-vat-none'))
  if (membership) return state('good', membership)
  if (eInvoicing?.record?.isRegistered) return state('good', t('lookup-e-invoicing-yes'))
  if (vat?.state === 'not-found' || name === '') return state('wait', t('lookup-not-found-word'))
  return state('idle', t('lookup-none-word'))
}

const has = (answers: readonly RegisterAnswer[], state: RegisterAnswer['state']) =>
  answers.some(answer => answer.state === state)
