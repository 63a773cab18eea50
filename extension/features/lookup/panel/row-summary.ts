import { isMemberRegister, REGISTER_NAMES, REGISTERS } from '../../../../shared/domain/registers.ts'
import { answersOf, type CompanyLookup, companyName, type RegisterAnswer } from '../../../../shared/protocol/lookups.ts'
import { t } from '../../../locales/locale.ts'
import type { Tone } from '../../../ui/status.tsx'
import { statusLines } from '../status-lines.ts'

/** A company in a row of a list: its name, empty while it is not known, and the one thing that matters most. */
export type Brief = { name: string; state: { tone: Tone; text: string } }

/**
 * Struck off and inactive go before VAT; of other registers, membership. What could not be asked is said first, and what
 * has no answer yet as waiting, unless nobody `isAsking`.
 */
export function briefOf(lookup: CompanyLookup, isAsking = true): Brief {
  const { vat, eInvoicing } = lookup
  const answers = answersOf(lookup)
  const member = REGISTER_NAMES.filter(isMemberRegister).find(name => lookup[REGISTERS[name].field]?.record?.isMember)
  const name = companyName(lookup)
  const state = (tone: Tone, text: string): Brief => ({ name, state: { tone, text } })

  const lines = statusLines(lookup)
  if (lines.some(({ id }) => id === 'struck-off')) return state('bad', t('card-struck-off'))
  if (lines.some(({ id }) => id === 'inactive')) return state('bad', t('card-inactive'))
  if (has(answers, 'failed')) return state('bad', t('lookup-failed-word'))
  if (has(answers, 'pending')) return state('idle', t(isAsking ? 'lookup-pending-word' : 'lookup-failed-word'))
  if (vat?.record)
    return vat.record.vat.isPayer ? state('good', t('card-vat-payer')) : state('idle', t('card-vat-none'))
  if (member) return state('good', t(`lookup-${member}-yes`))
  if (eInvoicing?.record?.isRegistered) return state('good', t('lookup-e-invoicing-yes'))
  if (vat?.state === 'not-found' || name === '') return state('wait', t('lookup-not-found-word'))
  return state('idle', t('lookup-none-word'))
}

const has = (answers: readonly RegisterAnswer[], state: RegisterAnswer['state']) =>
  answers.some(answer => answer.state === state)
