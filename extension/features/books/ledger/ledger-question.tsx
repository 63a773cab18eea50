import { useRef } from 'preact/hooks'
import type { Company } from '../../../../shared/protocol/companies.ts'
import type { LedgerColumns, LedgerInspection } from '../../../../shared/protocol/invoices/ledgers.ts'
import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date/date-field.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Ledger } from './ledger.ts'

const FACTS = ['number', 'series', 'cui', 'name', 'date', 'total', 'net', 'vat', 'currency'] as const

type Props = {
  ledger: Ledger
  inspection: LedgerInspection
  companies: readonly Company[]
  /** Whether a result is shown below; its own action is then the primary one. */
  isAnswered: boolean
}

/** The recognized ledger, and the records to compare it with. */
export function LedgerQuestion({ ledger, inspection, companies, isAnswered }: Props) {
  const { fileName, sheet, rows, sample, columns } = inspection
  const problems = sample.filter(({ problem }) => problem !== null).length
  const isReadable = columns.number !== null && (columns.total !== null || columns.net !== null)
  const { cui, direction, since, until, nextColumns } = ledger
  const canCompare = isReadable && nextColumns.value === undefined && cui.value !== undefined
  return (
    <form
      class="ledger-form"
      onSubmit={event => {
        event.preventDefault()
        void ledger.compare()
      }}
    >
      <p>
        <span class="numeric">{fileName}</span> · {sheet !== undefined && `${t('ledger-sheet', { name: sheet })} · `}
        <span class="numeric">{t('ledger-rows', { n: rows })}</span>
      </p>
      {problems > 0 && <Status tone="wait">{t('ledger-problems', { n: problems })}</Status>}
      <Columns ledger={ledger} inspection={inspection} isOpen={!isReadable} />
      <div class="ledger-question">
        <Field label={t('ledger-company')}>
          {attributes => (
            <select
              {...attributes}
              class="input"
              value={cui.value ?? ''}
              onChange={event => {
                cui.value = event.currentTarget.value || undefined
              }}
            >
              <option value="">{t('company-choose')}</option>
              {companies.map(company => (
                <option key={company.cui} value={company.cui}>
                  {company.name ?? t('company-no-name', { cui: company.cui })}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('ledger-direction')}>
          {attributes => (
            <select
              {...attributes}
              class="input"
              value={direction.value}
              onChange={event => {
                void ledger.chooseDirection(event.currentTarget.value === 'sent' ? 'sent' : 'received')
              }}
            >
              <option value="received">{t('ledger-received')}</option>
              <option value="sent">{t('ledger-sent')}</option>
            </select>
          )}
        </Field>
        {([since, until] as const).map((day, n) => (
          <DateField
            key={n}
            label={t(n === 0 ? 'ledger-since' : 'ledger-until')}
            day={day.value || undefined}
            onDay={chosen => {
              day.value = chosen ?? ''
            }}
          />
        ))}
      </div>
      {!isReadable && <Status tone="wait">{t('ledger-missing')}</Status>}
      <div class="choices">
        <Button type="submit" look={isAnswered ? 'plain' : 'primary'} disabled={!canCompare}>
          {t('ledger-compare')}
        </Button>
      </div>
    </form>
  )
}

function Columns({ ledger, inspection, isOpen }: { ledger: Ledger; inspection: LedgerInspection; isOpen: boolean }) {
  const choose = (fact: keyof LedgerColumns, value: string) =>
    void ledger.chooseColumn(fact, value === '' ? null : Number(value))
  const columns = { ...inspection.columns, ...ledger.nextColumns.value }
  // It stays open once the needed ones are chosen: a person may want to choose the others.
  const wasOpened = useRef(false)
  wasOpened.current ||= isOpen
  return (
    <details open={wasOpened.current}>
      <summary>{t('ledger-columns')}</summary>
      <div class="ledger-question">
        {FACTS.map(fact => (
          <Field key={fact} label={t(`ledger-column-${fact}`)}>
            {attributes => (
              <select
                {...attributes}
                class="input"
                value={String(columns[fact] ?? '')}
                onChange={event => choose(fact, event.currentTarget.value)}
              >
                <option value="">{t('ledger-no-column')}</option>
                {inspection.heads.map((head, column) => (
                  <option key={column} value={String(column)}>
                    {head}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
    </details>
  )
}
